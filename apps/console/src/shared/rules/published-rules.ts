import type { SourceFile } from '@hearth/rules'
import { servicesOf } from '@hearth/rules'
import * as z from 'zod/mini'
import { defaultDatabase } from '../../backend/default-database.ts'
import type { ProjectDatabase } from '../../documents/project-database.ts'
import type { ProjectSession } from '../../backend/sdk/project-session.ts'
import { failureOf } from '../../backend/errors/failure.ts'
import { fileNameOf, firstSource, serviceOf, type RulesArea } from './rules-area.ts'

const ruleset = z.object({
  name: z.string(),
  createTime: z.string(),
  metadata: z.object({ services: z.optional(z.array(z.string())) }),
  author: z.string(),
  note: z.string(),
  releasedAs: z.optional(z.array(z.string())),
})
const sourceFile = z.object({ name: z.string(), content: z.string() })
const wholeRuleset = z.extend(ruleset, { source: z.object({ files: z.array(sourceFile) }) })
const rulesetPage = z.object({ rulesets: z.array(ruleset), nextPageToken: z.optional(z.string()) })
const release = z.object({ name: z.string(), rulesetName: z.string(), updateTime: z.string() })
const releaseList = z.object({ releases: z.array(release) })

/** A set of sources that was published once. */
export interface RulesVersion {
  /** Such as `projects/demo-app/rulesets/…`. */
  readonly name: string
  /** Milliseconds since the epoch. */
  readonly createdAt: number
  /** A uid, or `server`. */
  readonly author: string
  readonly note: string
  /** The databases for which it held; undefined where that is not known, such as for one that never did. */
  readonly databases: readonly string[] | undefined
}

/** The sources of a version, with the one that has the rules of an area told apart. */
export interface RulesSources {
  readonly main: SourceFile
  /** Published together with it. */
  readonly others: readonly SourceFile[]
}

/** What holds of an area now. */
export interface LiveRules {
  /** Undefined: nothing was ever published. */
  readonly rulesetName: string | undefined
  readonly releaseName: string
  readonly isReleased: boolean
  /** Who made the version that holds, as `RulesVersion` has it; undefined where nothing was published. */
  readonly author: string | undefined
  readonly sources: RulesSources
}

/**
 * What holds now of the documents of a database, or of files, which are the same for each; where nothing was published, sources to begin
 * with.
 */
export async function loadLiveRules(database: ProjectDatabase, area: RulesArea): Promise<LiveRules> {
  const { project } = database
  const { releases } = await project.call({ path: `${baseOf(project)}/releases`, answer: releaseList })
  const own = releases
    .map((one) => ({ ...one, shortName: one.name.slice(`projects/${project.id}/releases/`.length) }))
    .filter(({ shortName }) => isReleaseOf(area, database.id, shortName))
    // A project has one bucket, of several names: the latest holds. The default database's own release holds before the one that other tools make.
    .toSorted((a, b) =>
      area === 'files' ? Date.parse(b.updateTime) - Date.parse(a.updateTime) : b.shortName.length - a.shortName.length,
    )[0]
  if (own === undefined) {
    return {
      rulesetName: undefined,
      releaseName: area === 'files' ? `firebase.storage/${project.identity.storageBucket}` : releaseOf(database.id),
      isReleased: false,
      author: undefined,
      sources: { main: { name: fileNameOf[area], content: firstSource[area] }, others: [] },
    }
  }
  const held = await project.call({ path: `/v1/${own.rulesetName}`, answer: wholeRuleset })
  return {
    rulesetName: own.rulesetName,
    releaseName: own.shortName,
    isReleased: true,
    author: held.author,
    sources: sourcesOf(held, area),
  }
}

export async function loadSources(
  project: ProjectSession,
  area: RulesArea,
  rulesetName: string,
): Promise<RulesSources> {
  return sourcesOf(await project.call({ path: `/v1/${rulesetName}`, answer: wholeRuleset }), area)
}

function sourcesOf({ source }: z.infer<typeof wholeRuleset>, area: RulesArea): RulesSources {
  const main = source.files.find((file) => servicesOf([file]).includes(serviceOf[area])) ?? source.files[0]
  if (main === undefined) return { main: { name: fileNameOf[area], content: '' }, others: [] }
  return { main, others: source.files.filter((file) => file !== main) }
}

/** One version by its id. Throws `not-found` when there is none. */
export async function getVersion(project: ProjectSession, id: string): Promise<RulesVersion> {
  return versionOf(
    await project.call({ path: `${baseOf(project)}/rulesets/${encodeURIComponent(id)}`, answer: ruleset }),
  )
}

export interface VersionPage {
  readonly versions: readonly RulesVersion[]
  readonly nextPageToken: string | undefined
}

/** A page of the versions of an area, of documents without those that are known to be of other databases alone; the latest first. */
export async function listVersions(
  { project, id }: ProjectDatabase,
  area: RulesArea,
  pageToken: string | undefined,
): Promise<VersionPage> {
  const { versions, nextPageToken } = await listAllVersions(project, area, pageToken)
  const isShown = ({ databases }: RulesVersion): boolean => area === 'files' || databases?.includes(id) !== false
  return { versions: versions.filter(isShown), nextPageToken }
}

/** A page of the versions of an area, of whatever database; the latest first. */
export async function listAllVersions(
  project: ProjectSession,
  area: RulesArea,
  pageToken: string | undefined,
): Promise<VersionPage> {
  const query = new URLSearchParams({ pageSize: '100', ...(pageToken !== undefined && { pageToken }) })
  const page = await project.call({ path: `${baseOf(project)}/rulesets?${query}`, answer: rulesetPage })
  return {
    versions: page.rulesets
      .filter(({ metadata }) => metadata.services?.includes(serviceOf[area]) === true)
      .map(versionOf),
    nextPageToken: page.nextPageToken,
  }
}

/**
 * Keeps the sources as a version and lets it hold in the place of `live`. Throws `invalid-argument`/`RULES_ERRORS` for sources with errors,
 * and what `releaseVersion` throws; nothing is kept then.
 */
export async function publishRules(
  project: ProjectSession,
  live: LiveRules,
  { main, others }: RulesSources,
  note: string,
): Promise<void> {
  const { name } = await project.call({
    method: 'POST',
    path: `${baseOf(project)}/rulesets`,
    body: { source: { files: [main, ...others] }, note },
    answer: wholeRuleset,
  })
  try {
    await releaseVersion(project, live, name)
  } catch (thrown) {
    // A version that never held would only be in the way; where it can't be deleted it is.
    await project.call({ method: 'DELETE', path: `/v1/${name}`, answer: z.unknown() }).catch(() => undefined)
    throw thrown
  }
}

/** Whether somebody else has published since what was to be replaced was read. */
export function isOvertaken(thrown: unknown): boolean {
  const { reason } = failureOf(thrown)
  return reason === 'RELEASE_CHANGED' || reason === 'RELEASE_EXISTS' || reason === 'RELEASE_NOT_FOUND'
}

/**
 * Lets a version hold, new or old, in the place of `live`. Throws an error that `isOvertaken` knows when other rules hold by now, and changes
 * nothing.
 */
export async function releaseVersion(project: ProjectSession, live: LiveRules, rulesetName: string): Promise<void> {
  const name = `projects/${project.id}/releases/${live.releaseName}`
  const body = { name, rulesetName }
  await project.call(
    live.isReleased
      ? {
          method: 'PATCH',
          path: `/v1/${name}`,
          body: { release: body, replaces: live.rulesetName },
          answer: release,
        }
      : { method: 'POST', path: `${baseOf(project)}/releases`, body, answer: release },
  )
}

function versionOf({ name, createTime, author, note, releasedAs }: z.infer<typeof ruleset>): RulesVersion {
  const databases = releasedAs?.flatMap((release) => databaseOfRelease(release) ?? [])
  return { name, author, note, createdAt: Date.parse(createTime), databases }
}

function databaseOfRelease(shortName: string): string | undefined {
  const [, database = defaultDatabase] = /^cloud\.firestore(?:\/(.+))?$/.exec(shortName) ?? []
  return shortName.startsWith('cloud.firestore') ? database : undefined
}

function releaseOf(database: string): string {
  return database === defaultDatabase ? 'cloud.firestore' : `cloud.firestore/${database}`
}

function isReleaseOf(area: RulesArea, database: string, shortName: string): boolean {
  return area === 'files'
    ? shortName.startsWith('firebase.storage/')
    : shortName === releaseOf(database) || shortName === `cloud.firestore/${database}`
}

function baseOf(project: ProjectSession): string {
  return `/v1/projects/${encodeURIComponent(project.id)}`
}
