import { isKeptForUs, isOwnKept } from '../firebase/kept-owner.ts'
import { keptKeys, lostPrefix, pendingPrefix, rulesDraftPrefix } from '../firebase/kept-storage.ts'
import { lostOfPage } from '../live/lost-of-page.ts'
import { pendingWrites } from '../live/pending-writes.ts'
import { countHeldChanges, unsavedChanges } from '../ui/unsaved-changes.ts'
import { OtherTabs, type TabWork } from './other-tabs.ts'
import { sessionChannel } from './session.ts'

/** What would be lost with the session, by kinds, each with its count. */
export interface UnsavedWork {
  /** Changes that the server has not got yet. */
  readonly waiting: number
  /** Changes that it never got, and that nobody has looked at. */
  readonly lost: number
  /** Changes of documents that this page holds. */
  readonly changes: number
  /** Forms of this page with something in them that isn't saved. */
  readonly forms: number
  /** Rules that are written and not published. */
  readonly drafts: number
  /** Files of this page on their way. */
  readonly uploads: number
  /** Jobs of this page under way. */
  readonly jobs: number
  /** Files that jobs of this page made, and nobody has downloaded. */
  readonly exports: number
}

export const unsavedKinds = ['waiting', 'lost', 'changes', 'forms', 'drafts', 'uploads', 'jobs', 'exports'] as const

/** What all tabs of this browser would lose. */
export interface AllUnsavedWork extends UnsavedWork {
  /** What other tabs would lose beside that. */
  readonly elsewhere: TabWork
}

const otherTabs = new OtherTabs(new BroadcastChannel(sessionChannel), async () => ({
  waiting: pendingWrites.unkeptCount,
  changes: countHeldChanges(),
  forms: unsavedChanges.count,
  ...(await findUnderWay()),
}))

/** Takes the moment that other tabs may take to answer. */
export async function findAllUnsavedWork(): Promise<AllUnsavedWork> {
  const [elsewhere, work] = await Promise.all([otherTabs.ask(), findUnsavedWork()])
  return { ...work, elsewhere }
}

/** Of this tab, and what this browser keeps for all of them. */
export async function findUnsavedWork(): Promise<UnsavedWork> {
  const kept = (prefix: string): number => (isOwnKept() ? keptKeys(prefix).length : 0)
  return {
    // Signing out takes what is kept also from a tab that doesn't show it.
    waiting: pendingWrites.getCount() + (isKeptForUs() ? 0 : kept(pendingPrefix)),
    lost: kept(lostPrefix) + lostOfPage.count,
    changes: countHeldChanges(),
    forms: unsavedChanges.count,
    drafts: kept(rulesDraftPrefix),
    ...(await findUnderWay()),
  }
}

export function isAnyUnsaved(work: Partial<UnsavedWork>): boolean {
  return unsavedKinds.some((kind) => (work[kind] ?? 0) > 0)
}

async function findUnderWay(): Promise<Pick<UnsavedWork, 'uploads' | 'jobs' | 'exports'>> {
  try {
    const [{ uploads }, { isUnderWay: isUploading }, { jobs }, { isUnderWay: isWorking, holdsFile }] =
      await Promise.all([
        import('../uploads/uploads.ts'),
        import('../uploads/upload.ts'),
        import('../jobs/jobs.ts'),
        import('../jobs/job.ts'),
      ])
    return {
      uploads: uploads.getSnapshot().filter(isUploading).length,
      jobs: jobs.getSnapshot().filter(isWorking).length,
      exports: jobs.getSnapshot().filter(holdsFile).length,
    }
  } catch {
    // This page never loaded them, and without the server it can't: nothing of the kind is under way.
    return { uploads: 0, jobs: 0, exports: 0 }
  }
}
