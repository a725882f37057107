import type { ReportedBatch } from '../../analytics/event.ts'
import { invalid } from './decode-fields.ts'

/** What the console's pages count, and what the client helper adds by itself. */
export const consoleEvents: ReadonlySet<string> = new Set([
  'document_write',
  'error_shown',
  'file_upload',
  'login',
  'member_invite',
  'project_create',
  'rules_publish',
  'screen_view',
  'search',
  'sign_up',
  'first_visit',
  'session_start',
  'user_engagement',
])
/** One to say what happened, those that say where, and what is left over. */
const PARAMS_MAX = 10
const TEXT_LENGTH_MAX = 200

/** Anybody may learn the console's measurement id. Throws `invalid-argument`/`INVALID_REQUEST` for what no page of it sends. */
export function requireConsoleEvents({ events, userProperties }: ReportedBatch): void {
  if (Object.keys(userProperties).length > 0) throw invalid('userProperties', 'The console has none.')
  for (const [index, { name, params }] of events.entries()) {
    if (!consoleEvents.has(name)) throw invalid(`events.${index}.name`, 'It is no event of the console.')
    const values = Object.values(params)
    const isSmall = values.every((value) => typeof value === 'number' || value.length <= TEXT_LENGTH_MAX)
    if (values.length > PARAMS_MAX || !isSmall)
      throw invalid(`events.${index}.params`, 'They are too many or too long.')
  }
}
