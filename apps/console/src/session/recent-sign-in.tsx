import { EmailAuthProvider, reauthenticateWithCredential } from 'firebase/auth'
import { useCallback, useRef, useState, type ReactNode } from 'react'
import { reactionTo, type Reaction } from '../errors/reaction.ts'
import { accountTexts } from '../texts/en/account.ts'
import { uiTexts } from '../texts/en/ui.ts'
import { Button } from '../ui/button.tsx'
import { Dialog, DialogActions } from '../ui/dialog.tsx'
import { Notice } from '../ui/notice.tsx'
import { PasswordField } from '../ui/password-field.tsx'
import { useForm, type Form } from '../ui/use-form.ts'
import { validatePasswordPresent } from '../ui/validators.ts'
import { HiddenUsername } from './hidden-username.tsx'
import type { ProjectSession } from '../firebase/project-session.ts'
import { useSession } from './session-context.tsx'
import type { SignedIn } from './session-state.ts'

/** The server takes a sign-in of the last 5 minutes for recent; asking a little earlier spares a refusal. */
const recentMs = 4.5 * 60_000

export interface RecentSignIn {
  /**
   * Does something that needs a recent sign-in. Asks for the password first when the last sign-in is too old, or when the server
   * says so, and then goes on by itself. Answers `false` when the person gives up; throws what the action throws.
   */
  readonly run: (action: () => Promise<void>) => Promise<boolean>
  /** Put it on the page. */
  readonly dialog: ReactNode
}

/** @param project the one whose operator session the action goes by; none for the console's own */
export function useRecentSignIn(project?: ProjectSession): RecentSignIn {
  const session = useSession()
  const answer = useRef<(isConfirmed: boolean) => void>(undefined)
  const [isAsking, setAsking] = useState(false)

  const confirm = useCallback(
    () =>
      new Promise<boolean>((resolve) => {
        answer.current = resolve
        setAsking(true)
      }),
    [],
  )
  const end = (isConfirmed: boolean) => {
    setAsking(false)
    answer.current?.(isConfirmed)
  }
  const run = useCallback(
    async (action: () => Promise<void>) => {
      const act = async (): Promise<void> => {
        if (session.state.status === 'signed-in') {
          await project?.followSignIn(Date.parse(session.state.token.authTime))
        }
        await action()
      }
      if (!isRecent(session.state) && !(await confirm())) return false
      try {
        await act()
      } catch (thrown) {
        if (reactionTo(thrown).kind !== 're-authenticate') throw thrown
        if (!(await confirm())) return false
        await act()
      }
      return true
    },
    [confirm, project, session],
  )
  return { run, dialog: isAsking ? <ConfirmDialog onEnd={end} /> : null }
}

function isRecent(state: ReturnType<typeof useSession>['state']): boolean {
  return state.status === 'signed-in' && Date.now() - Date.parse(state.token.authTime) < recentMs
}

/** Proves by the password that it is still the same person. */
export async function confirmPassword({ user, account }: SignedIn, password: string): Promise<void> {
  await reauthenticateWithCredential(user, EmailAuthProvider.credential(account.email ?? '', password))
}

function ConfirmDialog({ onEnd }: { readonly onEnd: (isConfirmed: boolean) => void }) {
  const session = useSession()
  const [reaction, setReaction] = useState<Exclude<Reaction, { kind: 'quiet' }>>()
  const email = session.state.status === 'signed-in' ? session.state.account.email : null
  const form: Form<{ password: string }> = useForm({
    initial: { password: '' },
    validators: { password: validatePasswordPresent },
    submit: async ({ password }) => {
      setReaction(undefined)
      if (session.state.status !== 'signed-in') return
      try {
        await confirmPassword(session.state, password)
        await session.refresh()
        onEnd(true)
      } catch (thrown) {
        const found = reactionTo(thrown)
        if (found.kind === 'at-form') form.reject('password', accountTexts.wrongPassword)
        else if (found.kind !== 'quiet') setReaction(found)
      }
    },
  })
  return (
    <Dialog isOpen onClose={() => onEnd(false)} title={accountTexts.confirmTitle} isDismissable={!form.isSubmitting}>
      <p className="text-ink-2">{accountTexts.confirmText}</p>
      <form {...form.formProps} className="mt-4 grid gap-4">
        <HiddenUsername email={email} />
        <PasswordField
          {...form.field('password')}
          label={accountTexts.currentPassword}
          autoComplete="current-password"
          autoFocus
          isRequired
        />
        {reaction !== undefined && (
          <Notice tone="danger" isAnnounced>
            {reaction.message}
          </Notice>
        )}
        <DialogActions>
          <Button onPress={() => onEnd(false)} isDisabled={form.isSubmitting}>
            {uiTexts.cancel}
          </Button>
          <Button type="submit" variant="primary" isPending={form.isSubmitting}>
            {accountTexts.confirm}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}
