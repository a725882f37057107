import { explainVerdict, judgedFieldsMax, judgeRows } from '@hearth/api'
import type { QueryJson } from '@hearth/rules'
import { skipToken, useQuery } from '@tanstack/react-query'
import { useEffect, useMemo, useSyncExternalStore } from 'react'
import { callApi } from '../../backend/api/call-api.ts'
import type { ProjectDatabase } from '../../documents/project-database.ts'
import { useSignedIn } from '../../session/session-context.tsx'
import { useDatabase } from '../databases/use-databases.ts'
import { type DraftPlace, readDraft } from '../rules/kept-draft.ts'
import type { RulesArea } from '../rules/rules-area.ts'
import { parseClaims } from './see-as-search.ts'
import type { SeenAs } from './use-see-as.ts'
import { type Judged, Verdicts, type VerdictsState } from './verdicts.ts'

/** The draft that this browser keeps is wanted and not there. */
export class NoDraft extends Error {
  override readonly name = 'NoDraft'
}

/** What a question to the rules says besides what it is about. */
async function askedOf(database: ProjectDatabase, area: RulesArea, seen: SeenAs, place: DraftPlace | undefined) {
  const { act, uid, claims: text, isDraft } = seen
  const claims = parseClaims(text)
  return {
    service: area,
    ...(area === 'documents' && { database: database.id }),
    act,
    as: uid === undefined ? null : { uid, ...(claims !== undefined && { claims: { ...claims } }) },
    ...(isDraft && { files: await draftFiles(database, area, place) }),
  }
}

/** The draft stands in the place of its file; those that were published with it stay. */
async function draftFiles(database: ProjectDatabase, area: RulesArea, place: DraftPlace | undefined) {
  const draft = place && readDraft(place)
  if (draft === undefined) throw new NoDraft()
  // It brings the language of rules, which is not needed before.
  const { loadLiveRules } = await import('../rules/published-rules.ts')
  const { sources } = await loadLiveRules(database, area)
  return [{ name: sources.main.name, content: draft.text }, ...sources.others]
}

function useDraftPlace(area: RulesArea): DraftPlace | undefined {
  const { project, id } = useDatabase()
  const uid = useSignedIn()?.account.uid
  return uid === undefined ? undefined : { uid, project: project.id, area, database: id }
}

const nobodySeen: VerdictsState = {
  byPath: new Map(),
  rules: undefined,
  isKnown: true,
  isAsking: false,
  error: undefined,
}

/** What rules let the person do with these rows; nothing while the screen is seen as oneself. */
export function useVerdicts(
  area: RulesArea,
  seen: SeenAs | undefined,
  rows: readonly Judged[],
  fields: readonly string[] = [],
): VerdictsState & { readonly retry: () => void } {
  const database = useDatabase()
  const place = useDraftPlace(area)
  const { project, id } = database
  const tried = seen?.act === 'change' ? fields.slice(0, judgedFieldsMax) : []
  const key = JSON.stringify([
    project.id,
    id,
    area,
    place?.uid,
    seen && [seen.act, seen.uid, seen.claims, seen.isDraft],
    tried,
  ])
  const verdicts = useMemo(() => {
    if (seen === undefined) return undefined
    return new Verdicts(async (paths, signal) => {
      const asked = await askedOf(database, area, seen, place)
      const body = { ...asked, paths: [...paths], fields: [...tried] }
      return await callApi(judgeRows, { project: project.id, body, signal }, project)
    })
    // The key holds all of it that matters.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [key])
  useEffect(() => verdicts?.want(rows))
  const state = useSyncExternalStore(
    verdicts?.subscribe ?? subscribeToNothing,
    verdicts?.getSnapshot ?? (() => nobodySeen),
  )
  return { ...state, retry: verdicts?.retry ?? (() => undefined) }
}

/** What a card explains. */
export interface ExplainedThing {
  /** Of a folder that is listed with a slash at its end. */
  readonly path: string
  /** One that may not be changed; undefined for the whole. */
  readonly field?: string | undefined
  /** Asked of the collection at the path. */
  readonly query?: QueryJson | undefined
}

/** Why a row, a field of it or a query is judged as it is; nothing is asked while there is no `thing`. */
export function useExplanation(area: RulesArea, seen: SeenAs | undefined, thing: ExplainedThing | undefined) {
  const database = useDatabase()
  const place = useDraftPlace(area)
  const { project, id } = database
  const about = seen && [seen.act, seen.uid, seen.claims, seen.isDraft]
  return useQuery({
    queryKey: [project.id, 'rules', 'explanation', id, area, about, thing],
    queryFn:
      seen === undefined || thing === undefined
        ? skipToken
        : async ({ signal }) => {
            const { path, field, query } = thing
            const asked = await askedOf(database, area, seen, place)
            const body = {
              ...asked,
              path,
              ...(field !== undefined && { field }),
              ...(query !== undefined && { query }),
            }
            return await callApi(explainVerdict, { project: project.id, body, signal }, project)
          },
    gcTime: 0,
  })
}

function subscribeToNothing(): () => void {
  return () => undefined
}
