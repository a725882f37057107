import { writeJsonError } from '../../http/error-body.ts'
import type { Protocol } from '../../http/route.ts'
import { collect } from './collect.ts'
import { collectFromServer, validateFromServer } from './collect-from-server.ts'
import type { MeasurementDeps } from './deps.ts'
import { getWebConfig } from './get-web-config.ts'

/** What `firebase/analytics` needs of a server (wire-protocol 5.2): its configuration and a place to report to; and where servers report. */
export function createMeasurementProtocol(deps: MeasurementDeps): Protocol {
  return {
    name: 'measurement',
    routes: [getWebConfig(deps), collect(deps), collectFromServer(deps), validateFromServer(deps)],
    writeError: writeJsonError,
  }
}
