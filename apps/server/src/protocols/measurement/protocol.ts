import type { Analytics } from '../../analytics/analytics.ts'
import { writeJsonError } from '../../http/error-body.ts'
import type { Protocol } from '../../http/route.ts'
import type { App, Projects } from '../../projects/projects.ts'
import { collect } from './collect.ts'
import { getWebConfig } from './get-web-config.ts'

/** What `firebase/analytics` needs of a server (wire-protocol 5.2): its configuration, and a place to report to. */
export function createMeasurementProtocol(deps: {
  mode: 'start' | 'dev'
  projects: Projects & { findAppByMeasurementId(measurementId: string): Promise<App | undefined> }
  analytics: Analytics
}): Protocol {
  return {
    name: 'measurement',
    routes: [
      getWebConfig(deps),
      collect({
        analytics: deps.analytics,
        findAppByMeasurementId: (measurementId) => deps.projects.findAppByMeasurementId(measurementId),
      }),
    ],
    writeError: writeJsonError,
  }
}
