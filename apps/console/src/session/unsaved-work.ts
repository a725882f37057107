import { isKeptForUs } from '../browser/kept-owner.ts'
import { keptKeys, rulesDraftPrefix } from '../browser/kept-storage.ts'
import { lostChanges } from '../backend/live/lost-changes.ts'
import { pendingWrites } from '../backend/live/pending-writes.ts'
import { countHeldChanges, unsavedChanges } from '../ui/unsaved-changes.ts'
import { OtherTabs, type TabWork } from './other-tabs.ts'
import { sessionChannel } from './session.ts'
import { countWorkUnderWay } from './work-under-way.ts'

/** What would be lost with the session, by kinds, each with its count. */
export interface UnsavedWork extends TabWork {
  /** Rules that are written and not published. */
  readonly drafts: number
}

export const unsavedKinds = ['waiting', 'lost', 'changes', 'forms', 'drafts', 'uploads', 'jobs', 'exports'] as const

/** What all tabs of this browser would lose. */
export interface AllUnsavedWork extends UnsavedWork {
  /** What other tabs would lose beside that. */
  readonly elsewhere: TabWork
}

const otherTabs = new OtherTabs(new BroadcastChannel(sessionChannel), findWorkOfTab)

/** Takes the moment that other tabs may take to answer. */
export async function findAllUnsavedWork(): Promise<AllUnsavedWork> {
  const [elsewhere, work] = await Promise.all([otherTabs.ask(), findUnsavedWork()])
  return { ...work, elsewhere }
}

/** Of this tab, and the drafts that this browser keeps for all of them. */
export async function findUnsavedWork(): Promise<UnsavedWork> {
  return { ...(await findWorkOfTab()), drafts: isKeptForUs() ? keptKeys(rulesDraftPrefix).length : 0 }
}

export function isAnyUnsaved(work: Partial<UnsavedWork>): boolean {
  return unsavedKinds.some((kind) => (work[kind] ?? 0) > 0)
}

async function findWorkOfTab(): Promise<TabWork> {
  return {
    waiting: pendingWrites.getCount(),
    lost: lostChanges.getSnapshot().length,
    changes: countHeldChanges(),
    forms: unsavedChanges.count,
    ...countWorkUnderWay(),
  }
}
