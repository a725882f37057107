import type { SourceFile } from '@hearth/rules'
import { servicesOf } from '@hearth/rules'
import * as z from 'zod/mini'
import type { ProjectSession } from '../firebase/project-session.ts'
import { fileNameOf, firstSource, serviceOf, type RulesArea } from './rules-area.ts'

const ruleset = z.object({
  name: z.string(),
  createTime: z.string(),
  metadata: z.object({ services: z.optional(z.array(z.string())) }),
  author: z.string(),
  note: z.string(),
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
  readonly sources: RulesSources
}

/** What holds now; where nothing was published, sources to begin with. */
export async function loadLiveRules(project: ProjectSession, area: RulesArea): Promise<LiveRules> {
  const { releases } = await project.call({ path: `${baseOf(project)}/releases`, answer: releaseList })
  const own = releases
    .map((one) => ({ ...one, shortName: one.name.slice(`projects/${project.id}/releases/`.length) }))
    .filter(({ shortName }) => isReleaseOf(area, shortName))
    // A project has one bucket, of several names: the latest holds. A database's own release holds before the common one.
    .toSorted((a, b) =>
      area === 'files' ? Date.parse(b.updateTime) - Date.parse(a.updateTime) : b.shortName.length - a.shortName.length,
    )[0]
  if (own === undefined) {
    return {
      rulesetName: undefined,
      releaseName: area === 'files' ? `firebase.storage/${project.identity.storageBucket}` : 'cloud.firestore',
      isReleased: false,
      sources: { main: { name: fileNameOf[area], content: firstSource[area] }, others: [] },
    }
  }
  return {
    rulesetName: own.rulesetName,
    releaseName: own.shortName,
    isReleased: true,
    sources: await loadSources(project, area, own.rulesetName),
  }
}

export async function loadSources(
  project: ProjectSession,
  area: RulesArea,
  rulesetName: string,
): Promise<RulesSources> {
  const { source } = await project.call({ path: `/v1/${rulesetName}`, answer: wholeRuleset })
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

/** A page of the versions of an area, the latest first. */
export async function listVersions(
  project: ProjectSession,
  area: RulesArea,
  pageToken: string | undefined,
): Promise<{ readonly versions: readonly RulesVersion[]; readonly nextPageToken: string | undefined }> {
  const query = new URLSearchParams({ pageSize: '100', ...(pageToken !== undefined && { pageToken }) })
  const page = await project.call({ path: `${baseOf(project)}/rulesets?${query}`, answer: rulesetPage })
  return {
    versions: page.rulesets
      .filter(({ metadata }) => metadata.services?.includes(serviceOf[area]) === true)
      .map(versionOf),
    nextPageToken: page.nextPageToken,
  }
}

/** Keeps the sources as a version and lets it hold. Throws `invalid-argument`/`RULES_ERRORS` for sources with errors. */
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
  await releaseVersion(project, live, name)
}

/** Lets a version hold, new or old. */
export async function releaseVersion(project: ProjectSession, live: LiveRules, rulesetName: string): Promise<void> {
  const name = `projects/${project.id}/releases/${live.releaseName}`
  const body = { name, rulesetName }
  await project.call(
    live.isReleased
      ? { method: 'PATCH', path: `/v1/${name}`, body: { release: body }, answer: release }
      : { method: 'POST', path: `${baseOf(project)}/releases`, body, answer: release },
  )
}

function versionOf({ name, createTime, author, note }: z.infer<typeof ruleset>): RulesVersion {
  return { name, author, note, createdAt: Date.parse(createTime) }
}

function isReleaseOf(area: RulesArea, shortName: string): boolean {
  return area === 'files'
    ? shortName.startsWith('firebase.storage/')
    : shortName === 'cloud.firestore' || shortName === 'cloud.firestore/(default)'
}

function baseOf(project: ProjectSession): string {
  return `/v1/projects/${encodeURIComponent(project.id)}`
}
