import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useSessionState } from '../../../session/session-context.tsx'
import { actionTexts } from '../../../texts/en/action.ts'
import { signInTexts } from '../../../texts/en/sign-in.ts'
import { buttonClasses } from '../../../ui/button.tsx'
import { GatePage } from '../../../ui/gate-page.tsx'
import { Notice } from '../../../ui/notice.tsx'

export interface DonePageProps {
  readonly children: ReactNode
  /** The address to sign in with, on the console's own links. */
  readonly email: string
  readonly isOfConsole: boolean
  readonly target: URL | undefined
  /** Besides going on. */
  readonly more?: ReactNode
}

/** What a link did, and where to go on: to sign-in or the console, or to where the app said. */
export function DonePage({ children, email, isOfConsole, target, more }: DonePageProps) {
  const isSignedIn = useSessionState().status === 'signed-in'
  const onward = buttonClasses(more === undefined ? 'primary' : 'default', 'large', true)
  return (
    <GatePage title={actionTexts.done} subtitle="">
      <div className="grid gap-4">
        <Notice tone="good" isAnnounced>
          {children}
        </Notice>
        {more}
        {isOfConsole ? (
          isSignedIn ? (
            <Link to="/" className={onward}>
              {actionTexts.toConsole}
            </Link>
          ) : (
            <Link to="/sign-in" state={{ email }} className={onward}>
              {signInTexts.signIn}
            </Link>
          )
        ) : (
          target !== undefined && (
            <a href={target.href} className={onward}>
              {actionTexts.goOn}
            </a>
          )
        )}
      </div>
    </GatePage>
  )
}
