import { isDeepStrictEqual } from 'node:util'
import { invalidArgument, StatusError } from '@hearth/model'
import { mergeCoverage, type ServiceName, type SourceFile } from '@hearth/rules'
import { z } from 'zod'
import { DEFAULT_DATABASE } from '../../documents/databases/database.ts'
import type { Route } from '../../http/route.ts'
import { refuseConsole } from '../../projects/project-id.ts'
import { checkSources, readSources } from '../../rules/rules-store.ts'
import type { RulesInForce } from '../../rules/rules-in-force.ts'
import { encodeCoverage, encodeIssue } from '../../rules/encode-report.ts'
import { coveragePage } from './coverage-page.ts'

const BODY_BYTES_MAX = 3 * 1024 * 1024

const body = z.object({
  rules: z.object({
    files: z
      .array(z.object({ name: z.string().max(200).optional(), content: z.string() }))
      .min(1)
      .max(10),
  }),
  ignore_errors: z.boolean().optional(),
})

/** Rules as the vendor's emulators take them from tools and tests: they hold until the server stops, and are counted. */
export function rulesRoutes(inForce: RulesInForce): Route[] {
  async function use(
    project: string | undefined,
    service: ServiceName,
    json: unknown,
    fileName: string,
  ): Promise<object> {
    if (project !== undefined) refuseConsole(project)
    const parsed = body.safeParse(json)
    if (!parsed.success)
      throw invalidArgument('INVALID_BODY', 'The body must be {"rules":{"files":[{"content":"…"}]}}.')
    const files = parsed.data.rules.files.map(({ name = fileName, content }): SourceFile => ({ name, content }))
    const sources = await (parsed.data.ignore_errors === true ? readSources(files) : checkSources(files))
    const { issues } = sources
    const scope = project === undefined ? { database: DEFAULT_DATABASE } : { project }
    inForce.useUnpublished(scope, service, sources, { kind: 'tool' })
    return issues.length === 0 ? {} : { issues: issues.map(encodeIssue) }
  }

  /** Of documents and of files; a source that has rules of both is told once, with what it was evaluated to for either. */
  const coverageOf = (project: string) => {
    const documents = inForce.coverage(project, 'cloud.firestore')
    const files = inForce.coverage(project, 'firebase.storage')
    if (documents !== undefined && files !== undefined) {
      return isDeepStrictEqual(contentsOf(documents.files), contentsOf(files.files))
        ? { files: documents.files, report: mergeCoverage(documents.report, files.report) }
        : { files: [...documents.files, ...files.files], report: [...documents.report, ...files.report] }
    }
    const only = documents ?? files
    if (only === undefined) {
      throw new StatusError('not-found', 'NO_RULES', 'No rules are being tried out for this project.')
    }
    return only
  }

  return [
    {
      method: 'PUT',
      path: '/emulator/v1/projects/:project:securityRules',
      guard: 'dev',
      async handle(exchange, { project = '' }) {
        exchange.note({ project, operation: 'use rules' })
        const json = await exchange.readJson(BODY_BYTES_MAX)
        exchange.replyJson(200, await use(project, 'cloud.firestore', json, 'firestore.rules'))
      },
    },
    {
      method: 'PUT',
      path: '/internal/setRules',
      guard: 'dev',
      async handle(exchange) {
        exchange.note({ operation: 'use rules' })
        const json = await exchange.readJson(BODY_BYTES_MAX)
        try {
          exchange.replyJson(200, await use(undefined, 'firebase.storage', json, 'storage.rules'))
        } catch (error) {
          if (!(error instanceof StatusError)) throw error
          // As the vendor's emulator begins it, whose log has the rest.
          exchange.replyJson(400, { message: `There was an error updating rules: ${error.message}` })
        }
      },
    },
    {
      method: 'GET',
      path: '/emulator/v1/projects/:project:ruleCoverage',
      guard: 'dev',
      handle(exchange, { project = '' }) {
        const { files, report } = coverageOf(project)
        exchange.replyJson(200, { rules: { files }, report: report.map(encodeCoverage) })
      },
    },
    {
      method: 'GET',
      path: '/emulator/v1/projects/:project:ruleCoverage.html',
      guard: 'dev',
      handle(exchange, { project = '' }) {
        const { files, report } = coverageOf(project)
        exchange.reply(200, { 'content-type': 'text/html; charset=utf-8' }, coveragePage(files, report))
      },
    },
  ]
}

/** A tool may call the same source by another name for each service. */
function contentsOf(files: readonly SourceFile[]): string[] {
  return files.map(({ content }) => content)
}
