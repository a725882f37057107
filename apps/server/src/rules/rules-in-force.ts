import { StatusError } from '@hearth/model'
import {
  compileRules,
  Coverage,
  type CoverageEntry,
  RulesSources,
  type ServiceName,
  type SourceFile,
} from '@hearth/rules'
import type { RulesOrigin } from '../access/decision.ts'
import type { Topic } from '../lib/topic.ts'
import type { ActiveRules } from '../access/rules-gate.ts'
import type { Clock } from '../lib/ambient.ts'
import { DEFAULT_DATABASE } from '../documents/databases/database.ts'
import { Turn } from '../lib/turn.ts'
import type { PublishedRules, Release } from './published-rules.ts'

/** Projects whose compiled rules are kept; those of others are compiled again when they are asked. */
const PROJECTS_MAX = 1_000

/** For all projects without sources of their own. */
const EVERYWHERE = '*'

/** Where sources hold that nobody has published: in all databases of a project; or in one of all projects that have no sources of their own. */
export type UnpublishedScope = { readonly project: string } | { readonly database: string }

/** Where rules come from that nobody has published. */
export type UnpublishedOrigin =
  | { readonly kind: 'file'; readonly path: string }
  /** A developer's tool, such as the vendor's test library. */
  | { readonly kind: 'tool' }

/** Rules that hold instead of published ones. */
export interface UnpublishedRules {
  readonly origin: UnpublishedOrigin
  /** Milliseconds since the epoch. */
  readonly since: number
  readonly files: readonly SourceFile[]
  /** They have errors, and nothing is granted. */
  readonly isBroken: boolean
}

export interface ActiveRulesOptions {
  readonly clock: Clock
  readonly mode: 'start' | 'dev'
  readonly consoleProject: string
  readonly readConsoleRules: (service: ServiceName) => ActiveRules
  readonly published: PublishedRules
  readonly changes: Topic<string | undefined>
}

/** What a service of a project goes by, compiled once for each publication. */
export class RulesInForce {
  readonly #options: ActiveRulesOptions
  readonly #ofConsole = new Map<ServiceName, ActiveRules>()
  /** By project: the releases, and what became of each. Replaced when something is published. */
  readonly #projects = new Map<string, ProjectRules | Promise<ProjectRules>>()
  /** By service and `scopeKey`: sources of a developer's tools, which hold until the process ends or their file is gone. */
  readonly #unpublished: Readonly<Record<ServiceName, Map<string, ActiveSources>>> = {
    'cloud.firestore': new Map(),
    'firebase.storage': new Map(),
  }

  constructor(options: ActiveRulesOptions) {
    this.#options = options
    for (const service of ['cloud.firestore', 'firebase.storage'] as const) {
      this.#ofConsole.set(service, options.readConsoleRules(service))
    }
    options.changes.subscribe((project) => {
      if (project === undefined) this.#projects.clear()
      else this.#projects.delete(project)
    })
  }

  /** At once, unless those of the project have yet to be read. */
  find(project: string, service: ServiceName, database: string): ActiveRules | Promise<ActiveRules> {
    if (project === this.#options.consoleProject) return this.#ofConsole.get(service) ?? { kind: 'broken' }
    const unpublished = this.#findUnpublished(project, service, database)
    if (unpublished !== undefined) return unpublished.rules
    const rules = this.#projects.get(project) ?? this.#load(project)
    return rules instanceof ProjectRules
      ? rules.find(service, database)
      : rules.then((loaded) => loaded.find(service, database))
  }

  /**
   * Lets sources hold without publishing them: what the vendor's emulator takes from tools and files. Those for the default database hold
   * for all others that have none. Broken ones close what they are for.
   */
  useUnpublished(
    scope: UnpublishedScope,
    service: ServiceName,
    sources: RulesSources,
    origin: UnpublishedOrigin,
  ): void {
    const key = scopeKey(scope)
    const used = this.#unpublished[service]
    if (used.size >= PROJECTS_MAX && !used.has(key)) {
      throw new StatusError('resource-exhausted', 'TOO_MANY_RULES', 'Rules of too many projects are being tried out.')
    }
    used.set(
      key,
      new ActiveSources({ sources, service, mode: this.#options.mode, origin, since: this.#options.clock.nowMs() }),
    )
    this.#options.changes.publish('project' in scope ? scope.project : undefined)
  }

  /** The file of the rules of a service is gone: what was published holds again. Rules of a tool stay. Answers whether any held. */
  forgetFile(service: ServiceName, database: string): boolean {
    const sources = this.#unpublished[service]
    const key = scopeKey({ database })
    if (sources.get(key)?.origin.kind !== 'file') return false
    sources.delete(key)
    this.#options.changes.publish(undefined)
    return true
  }

  /** What holds for a database instead of the published rules; undefined when those hold. */
  findOverride(project: string, service: ServiceName, database: string): UnpublishedRules | undefined {
    if (project === this.#options.consoleProject) return undefined
    return this.#findUnpublished(project, service, database)
  }

  /** The sources that a decision came from; undefined when they are gone: a file was saved again, a ruleset deleted. */
  async findSources(
    project: string,
    { service, database }: { readonly service: ServiceName; readonly database: string },
    origin: RulesOrigin,
  ): Promise<readonly SourceFile[] | undefined> {
    if ('since' in origin) {
      const held = this.#findUnpublished(project, service, database)
      return held?.since === origin.since ? held.files : undefined
    }
    try {
      return (await this.#options.published.getRuleset(project, origin.rulesetId)).files
    } catch (error) {
      if (error instanceof StatusError && error.code === 'not-found') return undefined
      throw error
    }
  }

  /** What the rules that are tried out were evaluated to so far; undefined when there are none. */
  coverage(
    project: string,
    service: ServiceName,
  ): { files: readonly SourceFile[]; report: CoverageEntry[] } | undefined {
    const sources = this.#findUnpublished(project, service, DEFAULT_DATABASE)
    return sources && { files: sources.files, report: sources.report() }
  }

  #findUnpublished(project: string, service: ServiceName, database: string): ActiveSources | undefined {
    const sources = this.#unpublished[service]
    if (sources.size === 0) return undefined
    return sources.get(project) ?? sources.get(scopeKey({ database })) ?? sources.get(EVERYWHERE)
  }

  #load(project: string): Promise<ProjectRules> {
    const loading = ProjectRules.load(project, this.#options.published)
    this.#projects.set(project, loading)
    const isCurrent = (): boolean => this.#projects.get(project) === loading
    loading.then(
      (rules) => isCurrent() && this.#projects.set(project, rules),
      // Asked again next time, rather than closed for good.
      () => isCurrent() && this.#projects.delete(project),
    )
    if (this.#projects.size > PROJECTS_MAX) this.#forgetOldest()
    return loading
  }

  #forgetOldest(): void {
    for (const oldest of this.#projects.keys()) {
      this.#projects.delete(oldest)
      return
    }
  }
}

function scopeKey(scope: UnpublishedScope): string {
  if ('project' in scope) return scope.project
  return scope.database === DEFAULT_DATABASE ? EVERYWHERE : `${EVERYWHERE}/${scope.database}`
}

/** The releases of one project, compiled. */
class ProjectRules {
  readonly #releases: readonly { readonly release: Release; readonly rules: ActiveRules }[]

  private constructor(releases: readonly { readonly release: Release; readonly rules: ActiveRules }[]) {
    this.#releases = releases
  }

  static async load(project: string, published: PublishedRules): Promise<ProjectRules> {
    const releases = await published.listReleases(project)
    return new ProjectRules(
      await Promise.all(
        releases.map(async (release) => {
          const { files } = await published.getRuleset(project, release.rulesetId)
          return { release, rules: await compileActive(files, release) }
        }),
      ),
    )
  }

  find(service: ServiceName, database: string): ActiveRules {
    if (service === 'cloud.firestore') {
      const own = this.#named(`cloud.firestore/${database}`)
      if (own !== undefined) return own
      const ofDefault = this.#named('cloud.firestore') ?? { kind: 'none' }
      // As with the vendor: rules that were published for the default database open no other.
      return database === DEFAULT_DATABASE || ofDefault.kind === 'none' ? ofDefault : { kind: 'closed' }
    }
    // A project has one bucket, of several names.
    const latest = this.#releases
      .filter(({ release }) => serviceOf(release) === 'firebase.storage')
      .toSorted((a, b) => b.release.updatedAt - a.release.updatedAt)
    return latest[0]?.rules ?? { kind: 'none' }
  }

  #named(name: string): ActiveRules | undefined {
    return this.#releases.find(({ release }) => release.name === name)?.rules
  }
}

/** Sources that are tried out, with what they were evaluated to. */
class ActiveSources implements UnpublishedRules {
  readonly files: readonly SourceFile[]
  readonly origin: UnpublishedOrigin
  readonly since: number
  readonly rules: ActiveRules
  readonly #coverage = new Coverage()

  constructor(options: {
    sources: RulesSources
    service: ServiceName
    mode: 'start' | 'dev'
    origin: UnpublishedOrigin
    since: number
  }) {
    const { sources, service, mode } = options
    this.files = sources.sources.map(({ name, content }) => ({ name, content }))
    this.origin = options.origin
    this.since = options.since
    const ruleset = compileRules(sources, service, { isObserved: mode === 'dev' })
    this.rules =
      ruleset === undefined
        ? { kind: 'broken' }
        : { kind: 'rules', ruleset, origin: { since: this.since }, observer: this.#coverage }
  }

  get isBroken(): boolean {
    return this.rules.kind === 'broken'
  }

  report(): CoverageEntry[] {
    return this.rules.kind === 'rules' ? this.#coverage.report(this.rules.ruleset.sources) : []
  }
}

function serviceOf({ name }: Release): ServiceName {
  return name.startsWith('firebase.storage') ? 'firebase.storage' : 'cloud.firestore'
}

async function compileActive(files: readonly SourceFile[], release: Release): Promise<ActiveRules> {
  const sources = await RulesSources.readInTurns(files, new Turn())
  const ruleset = compileRules(sources, serviceOf(release))
  const origin = { rulesetId: release.rulesetId }
  return ruleset === undefined ? { kind: 'broken' } : { kind: 'rules', ruleset, origin }
}
