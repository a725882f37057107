import type { ProjectStore } from '../persistence/persistence.ts'
import { keptSince, readSettings } from './analytics-settings.ts'
import { dayOf, minuteOf } from './days.ts'
import { trimLog } from './event-log.ts'
import { trimPrints } from './intake/print-records.ts'
import { trimUsers } from './roll-up/activity-records.ts'
import type { Catalog } from './roll-up/catalog.ts'
import { OTHER_VALUES } from './roll-up/dimensions.ts'
import { REALTIME_KEPT_MS, trimMinutes } from './roll-up/roller.ts'
import { trimTrail } from './roll-up/trail-records.ts'

/** Records removed in one commit. */
const BATCH_SIZE = 200
const PRINTS_PER_COMMIT = 2_000
const USERS_PER_PAGE = 2_000

/**
 * Removes what is older than the project keeps events: the events, the trails that funnels read, and users without an event since;
 * and the minutes of real-time reports after an hour, and after days what tells which events come again. Must not run before what
 * it removes is rolled up.
 */
export async function sweepEvents(store: ProjectStore, catalog: Catalog, nowMs: number): Promise<void> {
  const since = keptSince(await readSettings(store), nowMs)
  while (await trimLog(store, since, BATCH_SIZE));
  while (await trimPrints(store, nowMs, PRINTS_PER_COMMIT));
  for (const event of [...catalog.events.keys(), OTHER_VALUES]) {
    // In time zones behind UTC the day before is not over.
    while (await trimTrail(store, event, dayOf(since) - 1, BATCH_SIZE));
  }
  while (await trimMinutes(store, minuteOf(nowMs - REALTIME_KEPT_MS), BATCH_SIZE));
  let after: string | undefined = ''
  while (after !== undefined) {
    const from: string = after
    const page = await store.read((snapshot) =>
      trimUsers(snapshot, { after: from, sinceDay: dayOf(since), limit: USERS_PER_PAGE }),
    )
    if (page.changes.length > 0) await store.commit({ records: page.changes })
    after = page.next
  }
}
