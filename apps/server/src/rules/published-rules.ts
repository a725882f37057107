import type { RulesIssue, SourceFile } from '@hearth/rules'

/** A set of sources that was accepted once and never changes; a release says which one holds. */
export interface StoredRuleset {
  /** Later ones are greater, as text. */
  readonly id: string
  /** Milliseconds since the epoch. */
  readonly createdAt: number
  /** The services that the sources have rules for. */
  readonly services: readonly string[]
  /** Who made it: a uid, or `server`. */
  readonly author: string
  readonly note: string
  /** The names of the releases that it held for; absent for one that never did, or only before this was kept. */
  readonly releasedAs?: readonly string[]
}

export interface Ruleset extends StoredRuleset {
  readonly files: readonly SourceFile[]
}

/** `cloud.firestore`, `cloud.firestore/{database}` or `firebase.storage/{bucket}`, and the ruleset that holds there. */
export interface Release {
  readonly name: string
  readonly rulesetId: string
  /** Milliseconds since the epoch. */
  readonly createdAt: number
  readonly updatedAt: number
}

/** A release as it is asked for. */
export interface NewRelease {
  readonly name: string
  readonly rulesetId: string
  readonly mode: 'create' | 'update'
  /** The id of the ruleset that is thought to hold until then; whichever holds, when absent. */
  readonly replaces?: string | undefined
}

/** Keeps what is published of a project. All throw what `Projects.store` throws. */
export interface PublishedRules {
  /**
   * Throws `invalid-argument`/`RULES_ERRORS` for sources with errors (`details.issues`: `RulesIssue[]`), and
   * `resource-exhausted`/`TOO_MANY_RULESETS`.
   */
  createRuleset(
    project: string,
    ruleset: { files: readonly SourceFile[]; author: string; note: string },
  ): Promise<{ ruleset: Ruleset; issues: readonly RulesIssue[] }>
  /** Throws `not-found`/`RULESET_NOT_FOUND`. */
  getRuleset(project: string, id: string): Promise<Ruleset>
  /** The latest first. */
  listRulesets(
    project: string,
    page: { size: number; token?: string | undefined },
  ): Promise<{ rulesets: readonly StoredRuleset[]; nextPageToken?: string }>
  /** Throws `not-found`, and `failed-precondition`/`RULESET_RELEASED` for one that holds somewhere. */
  deleteRuleset(project: string, id: string): Promise<void>

  /** Throws `not-found`/`RELEASE_NOT_FOUND`. */
  getRelease(project: string, name: string): Promise<Release>
  listReleases(project: string): Promise<readonly Release[]>
  /**
   * Lets a ruleset hold, at once. Throws `invalid-argument`/`INVALID_RELEASE` for a name of no service, `not-found` for an unknown
   * ruleset, and with `mode`: `already-exists` or `not-found` for a release that is or is not there; `aborted`/`RELEASE_CHANGED` when
   * another ruleset holds than the one that it `replaces`.
   */
  release(project: string, release: NewRelease): Promise<Release>
  /** From then on nothing is published there. Throws `not-found`. */
  deleteRelease(project: string, name: string): Promise<void>
}
