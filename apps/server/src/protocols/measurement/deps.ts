import type { Analytics } from '../../analytics/analytics.ts'
import type { Clock } from '../../lib/ambient.ts'
import type { App, Projects } from '../../projects/projects.ts'

export interface MeasurementDeps {
  readonly mode: 'start' | 'dev'
  readonly clock: Clock
  readonly projects: Projects & { findAppByMeasurementId(measurementId: string): Promise<App | undefined> }
  readonly analytics: Analytics
}
