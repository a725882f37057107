import { createReadStream } from 'node:fs'
import type { ServerResponse } from 'node:http'
import { StatusError } from '@hearth/model'
import { writeJsonError } from '../../http/error-body.ts'
import type { Exchange } from '../../http/exchange.ts'
import { drained } from '../../http/paced-answer.ts'
import type { Protocol } from '../../http/route.ts'
import type { Jobs } from '../../jobs/jobs.ts'

/** The files that jobs made, for whoever was given a ticket: a browser saves them while they come, and holds none of them. */
export function createJobResultsProtocol({ jobs }: { readonly jobs: Pick<Jobs, 'findResult'> }): Protocol {
  return {
    name: 'job-results',
    crossOrigin: false,
    writeError: writeJsonError,
    routes: [
      {
        method: 'GET',
        path: '/hearth/job-results/:name',
        guard: 'capability',
        async handle(exchange) {
          exchange.note({ operation: 'result of a job' })
          const result = jobs.findResult(exchange.query.get('ticket') ?? '')
          if (result === undefined) {
            const text = 'This address is no longer good. Download the file from the page of jobs.'
            throw new StatusError('not-found', 'JOB_RESULT_NOT_FOUND', text)
          }
          await sendResult(exchange, result)
        },
      },
    ],
  }
}

async function sendResult(
  exchange: Exchange,
  { path, name, bytes }: { readonly path: string; readonly name: string; readonly bytes: number },
): Promise<void> {
  const type = name.endsWith('.csv') ? 'text/csv; charset=utf-8; header=present' : 'application/x-ndjson'
  const headers = {
    'content-type': type,
    'content-length': String(bytes),
    'content-disposition': `attachment; filename*=UTF-8''${encodeURIComponent(name)}`,
    'cache-control': 'no-store',
  }
  // Both response types write alike; TypeScript can't call the union.
  const response = exchange.response as ServerResponse
  if (exchange.method === 'HEAD' || bytes === 0) {
    exchange.reply(200, headers)
    return
  }
  const content = createReadStream(path, { end: bytes - 1 })
  response.writeHead(200, headers)
  for await (const chunk of content as AsyncIterable<Buffer>) {
    if (response.destroyed) return
    const { length } = chunk
    exchange.memory.take(length)
    response.write(chunk, () => exchange.memory.give(length))
    await drained(response)
  }
  response.end()
}
