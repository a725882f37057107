import { useNavigate, useSearch } from '@tanstack/react-router'
import { seeAsTexts } from '../../texts/en/see-as.ts'
import { useQuery } from '@tanstack/react-query'
import { useProject } from '../../session/project-context.tsx'
import { lookUpUsers } from '../people/find-users.ts'
import { labelOf } from '../people/project-user.ts'
import { readSeeAsSearch, type SeeAsAct, type SeeAsSearch } from './see-as-search.ts'

/** Whom the screen is seen as, and what is asked of the rules. */
export interface SeenAs {
  readonly act: SeeAsAct
  /** undefined: nobody is signed in. */
  readonly uid: string | undefined
  /** JSON, as the address has it. */
  readonly claims: string | undefined
  readonly isDraft: boolean
  /** What is denied is left out. */
  readonly isOnly: boolean
  /** What people know them by. */
  readonly name: string
}

export interface UsedSeeAs {
  /** undefined while the screen is seen as oneself. */
  readonly seen: SeenAs | undefined
  /** Somebody else to see as, or with undefined nobody who is signed in. It is a step that the back button undoes. */
  readonly choose: (uid: string | undefined, claims: string | undefined) => void
  readonly change: (parts: Pick<SeeAsSearch, 'see' | 'rules' | 'only'>) => void
  readonly leave: () => void
}

/** Whom the address says that the screen is seen as. */
export function useSeeAs(): UsedSeeAs {
  const search: Record<string, unknown> = useSearch({ strict: false })
  const navigate = useNavigate()
  const { see, as, claims, rules, only } = readSeeAsSearch(search)
  const project = useProject()
  const { data: name } = useQuery({
    queryKey: [project.id, 'users', 'label', as],
    queryFn: async () => (await lookUpUsers(project, { localId: [as ?? ''] })).map(labelOf)[0] ?? null,
    enabled: see !== undefined && as !== undefined,
    staleTime: Number.POSITIVE_INFINITY,
  })
  const go = (parts: SeeAsSearch, replace: boolean): void =>
    void navigate({ to: '.', search: (before: object) => ({ ...before, ...parts }), replace })
  return {
    seen:
      see === undefined
        ? undefined
        : {
            act: see,
            uid: as,
            claims,
            isDraft: rules === 'draft',
            isOnly: only === true,
            name: as === undefined ? seeAsTexts.nobody : (name ?? as),
          },
    choose: (uid, moreClaims) => go({ see: see ?? 'read', as: uid, claims: moreClaims }, false),
    change: (parts) => go(parts, true),
    leave: () => go({ see: undefined, as: undefined, claims: undefined, rules: undefined, only: undefined }, true),
  }
}

/** What people call the app that asks in the name of the person. */
export function appOf({ uid, name }: SeenAs): string {
  return uid === undefined ? seeAsTexts.appOfNobody : seeAsTexts.appOf(name)
}
