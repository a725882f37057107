import { useNavigate } from '@tanstack/react-router'
import type { ProjectUser } from '../../shared/people/project-user.ts'
import type { UserQuery } from '../../shared/people/user-query.ts'
import { formatNumber } from '../../texts/format.ts'
import { uiTexts } from '../../texts/en/ui.ts'

/** Opens users beside the list and goes through them: the address names who is open, and the focus follows in the list, where Enter leads to the page. */
export function useUserBeside(
  query: UserQuery,
  opened: string | undefined,
  users: readonly ProjectUser[] | undefined,
): {
  readonly open: (uid: string) => void
  readonly panel: {
    readonly position: string | undefined
    readonly onPrevious: (() => void) | undefined
    readonly onNext: (() => void) | undefined
    readonly onClose: () => void
  }
} {
  const navigate = useNavigate()
  const show = async (user: string | undefined, focused: string | undefined, isStep = false): Promise<void> => {
    await navigate({ to: '.', search: { ...query, ...(user !== undefined && { user }) }, replace: isStep })
    if (focused === undefined) return
    document.querySelector<HTMLElement>(`[data-user="${CSS.escape(focused)}"]`)?.focus()
  }
  const at = users?.findIndex(({ localId }) => localId === opened) ?? -1
  const stepTo = (to: number): (() => void) | undefined => {
    const uid = at < 0 ? undefined : users?.[to]?.localId
    return uid === undefined ? undefined : () => void show(uid, uid, true)
  }
  return {
    open: (uid) => void show(uid, uid, opened !== undefined),
    panel: {
      position:
        at < 0
          ? undefined
          : uiTexts.position(formatNumber(at + 1), formatNumber(users === undefined ? 0 : users.length)),
      onPrevious: stepTo(at - 1),
      onNext: stepTo(at + 1),
      onClose: () => void show(undefined, opened),
    },
  }
}
