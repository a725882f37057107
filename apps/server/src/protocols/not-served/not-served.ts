import { StatusError } from '@hearth/model'
import { jsonErrorHeaders, writeVendorError } from '../../http/error-body.ts'
import type { Exchange } from '../../http/exchange.ts'
import { httpStatusOf, statusNameOf } from '../../http/status-codes.ts'
import type { Unserved } from '../../http/route.ts'
import { findNotServed, type NotServedService, sentenceFor, serviceNamed } from './services.ts'

/**
 * What to answer to requests for services that Hearth does not have: 501 and a sentence, in the form of each. Never 404, which a client takes for
 * a word about what it asked for: servers delete device tokens for which Cloud Messaging answers that.
 */
export function findUnserved(exchange: Exchange, authority: string | undefined): Unserved | undefined {
  const service = findNotServed(exchange, authority)
  return service === undefined ? undefined : refusalOf(service)
}

const emulatedServices: Readonly<Record<string, string>> = {
  functions: 'Cloud Functions',
  database: 'the Realtime Database',
  eventarc: 'Eventarc',
  dataconnect: 'Data Connect',
  tasks: 'Cloud Tasks',
}

/** What to answer at the port of an emulator, by the name that `firebase.json` gives it. Undefined for one that Hearth takes the place of. */
export function findUnservedEmulator(name: string): Unserved | undefined {
  const service = emulatedServices[name]
  return service === undefined ? undefined : refusalOf(serviceNamed(service))
}

function refusalOf(service: NotServedService): Unserved {
  return {
    error: new StatusError('unimplemented', 'NOT_SERVED', sentenceFor(service)),
    writeError: (answered, error) => writeNotServed(answered, error, service.form),
  }
}

function writeNotServed(exchange: Exchange, error: StatusError, form: NotServedService['form']): void {
  const status = httpStatusOf(error)
  const message = `${error.message} (request ${exchange.id})`
  if (form === 'database') {
    exchange.reply(status, jsonErrorHeaders(error), JSON.stringify({ error: message }))
  } else if (form === 'callable' && exchange.headers.accept === 'text/event-stream') {
    // The SDK reads nothing but events here, whatever the status, and waits for one.
    const event = JSON.stringify({ error: { status: statusNameOf(error), message } })
    exchange.reply(status, { ...jsonErrorHeaders(error), 'content-type': 'text/event-stream' }, `data: ${event}\n\n`)
  } else {
    writeVendorError(exchange, error, { isListed: false })
  }
}
