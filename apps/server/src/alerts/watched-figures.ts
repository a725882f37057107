import type { AlertKind } from '@hearth/api'
import type { Clock, Log } from '../lib/ambient.ts'
import { CONSOLE_PROJECT } from '../projects/project-id.ts'
import {
  areFewDenied,
  type BackupOutcome,
  type DayOfRequests,
  type DiskFigures,
  judgeBackup,
  judgeBackups,
  judgeDenials,
  judgeDisk,
  judgeErrors,
  type Judgement,
  type UsualDenials,
  usualDenials,
} from './conditions.ts'
import type { RecentCounts } from './recent-counts.ts'

const DAY_MS = 24 * 60 * 60_000
const USUAL_DAYS = 7

/** What one condition says now of a project, or of the server. */
export interface Finding extends Judgement {
  readonly scope: string
  readonly kind: AlertKind
}

export interface WatchedFiguresOptions {
  /** What the gate decided, by project; denied is bad. */
  readonly decisions: RecentCounts
  /** What was answered, under the console's project; see {@link isFailedAnswer}. */
  readonly answers: RecentCounts
  /** The requests of the last so many days, today's last. */
  readonly daysOf: (project: string, days: number) => Promise<readonly DayOfRequests[]>
  readonly readDisk: () => Promise<DiskFigures>
  /** Whether backups are made by night. */
  readonly hasNightly: boolean
  readonly clock: Clock
  readonly log: Log
}

/** 501 says what is not served, and is nobody's fault. */
export function isFailedAnswer(status: number): boolean {
  return status >= 500 && status !== 501
}

/** Gathers the figures that alerts are about, and judges them. */
export class WatchedFigures {
  readonly #options: WatchedFiguresOptions
  readonly #outcomes = new Map<string, BackupOutcome>()
  #areBackupsKnown = false
  /** Of the days before `day`; for projects of which requests are counted. */
  readonly #usual = new Map<string, { readonly day: number; readonly usual: UsualDenials | undefined }>()
  /** What the nightly backups tell. */
  readonly nightly = {
    note: (project: string, outcome: 'made' | 'failed'): void => void this.#outcomes.set(project, outcome),
    noteRound: (): void => {
      this.#areBackupsKnown = true
    },
  }

  constructor(options: WatchedFiguresOptions) {
    this.#options = options
  }

  /** What there is to say; of each open incident of a listed project in any case. */
  async judge(
    listed: ReadonlySet<string>,
    open: readonly { readonly scope: string; readonly kind: AlertKind }[],
  ): Promise<readonly Finding[]> {
    const openOf = (kind: AlertKind): readonly string[] =>
      open.filter((one) => one.kind === kind).map(({ scope }) => scope)
    // Another project may get the id of one that is gone.
    for (const project of this.#outcomes.keys()) if (!listed.has(project)) this.#outcomes.delete(project)
    for (const project of this.#usual.keys()) if (!listed.has(project)) this.#usual.delete(project)
    const isProject = (scope: string): boolean => scope !== CONSOLE_PROJECT && listed.has(scope)
    const denied = this.#options.decisions.keys().filter((project) => !areFewDenied(this.#deniedIn(project)))
    const failing = [...this.#outcomes].flatMap(([project, outcome]) => (outcome === 'failed' ? [project] : []))
    const findings: Finding[] = []
    for (const scope of new Set([...denied, ...openOf('denial-spike')].filter(isProject))) {
      findings.push({ scope, kind: 'denial-spike', ...judgeDenials(this.#deniedIn(scope), await this.#usualOf(scope)) })
    }
    for (const scope of new Set([...failing, ...openOf('failed-backup')].filter(isProject))) {
      const outcome = this.#options.hasNightly ? this.#outcomes.get(scope) : 'made'
      findings.push({ scope, kind: 'failed-backup', ...judgeBackup(outcome) })
    }
    return [...findings, ...(await this.#judgeServer(failing))]
  }

  async #judgeServer(failing: readonly string[]): Promise<Finding[]> {
    const scope = CONSOLE_PROJECT
    const { good, bad } = this.#options.answers.sum(scope)
    const areKnown = this.#areBackupsKnown || !this.#options.hasNightly
    const findings: Finding[] = [
      { scope, kind: 'error-rate', ...judgeErrors({ failed: bad, answers: good + bad }) },
      { scope, kind: 'failed-backup', ...judgeBackups(failing, areKnown) },
    ]
    try {
      const disk = await this.#options.readDisk()
      for (const kind of ['low-disk', 'full-disk'] as const) findings.push({ scope, kind, ...judgeDisk(kind, disk) })
    } catch (err) {
      this.#options.log.error({ err }, 'the space of the disk could not be read')
    }
    return findings
  }

  #deniedIn(project: string): { readonly denied: number; readonly allowed: number } {
    const { good, bad } = this.#options.decisions.sum(project)
    return { denied: bad, allowed: good }
  }

  async #usualOf(project: string): Promise<UsualDenials | undefined> {
    const day = Math.floor(this.#options.clock.nowMs() / DAY_MS)
    const known = this.#usual.get(project)
    if (known?.day === day) return known.usual
    const days = await this.#options.daysOf(project, USUAL_DAYS + 1)
    const usual = usualDenials(days.slice(0, -1))
    for (const [other, { day: ofDay }] of this.#usual) if (ofDay !== day) this.#usual.delete(other)
    this.#usual.set(project, { day, usual })
    return usual
  }
}
