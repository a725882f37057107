import {
  ActionCodeOperation,
  applyActionCode,
  type ActionCodeInfo,
  sendPasswordResetEmail,
  type Auth,
} from 'firebase/auth'
import { useState } from 'react'
import { reactionTo, type Reaction } from '../../../backend/errors/reaction.ts'
import { GateNotice, useGateFailure, GateSubmit } from '../../../session/gate-form.tsx'
import { useSession } from '../../../session/session-context.tsx'
import { actionTexts } from '../../../texts/en/action.ts'
import { GatePage } from '../../../ui/gate-page.tsx'
import { useForm } from '../../../ui/use-form.ts'
import type { OpenedLink } from '../action-link.ts'
import { DonePage } from './done-page.tsx'
import { LinkProblem } from './link-problem.tsx'
import { Button } from '../../../ui/button.tsx'
import { FailureNotice } from '../../../ui/failure-notice.tsx'
import { Notice } from '../../../ui/notice.tsx'

export interface ApplyLinkProps {
  readonly opened: OpenedLink
  readonly isOfConsole: boolean
}

/** Confirms an address, changes it, or takes a change back, once somebody presses the button. */
export function ApplyLink({ opened: { auth, code, info, target }, isOfConsole }: ApplyLinkProps) {
  const session = useSession()
  const [isDone, setDone] = useState(false)
  const [over, setOver] = useState<unknown>()
  const form = useForm<Record<string, string>>({
    initial: {},
    validators: {},
    submit: async () => {
      failure.clear()
      try {
        await applyActionCode(auth, code)
        setDone(true)
        if (isOfConsole) await session.check()
      } catch (thrown) {
        if (reactionTo(thrown).kind === 'link-over') setOver(thrown)
        else failure.show(thrown)
      }
    },
  })
  const failure = useGateFailure(() => form, '')
  const words = wordsOf(info)

  if (over !== undefined) return <LinkProblem error={over} isOfConsole={isOfConsole} />
  if (isDone) {
    const isTakenBack = info.operation === ActionCodeOperation.RECOVER_EMAIL
    return (
      <DonePage
        email={words.email}
        isOfConsole={isOfConsole}
        target={target}
        {...(isTakenBack && { more: <SendReset auth={auth} email={words.email} target={target} /> })}
      >
        {words.done}
      </DonePage>
    )
  }
  return (
    <GatePage title={words.title} subtitle={words.subtitle}>
      <form {...form.formProps} className="grid gap-4">
        <GateNotice failure={failure} email="" />
        <GateSubmit failure={failure} isPending={form.isSubmitting}>
          {words.button}
        </GateSubmit>
      </form>
    </GatePage>
  )
}

interface Words {
  readonly title: string
  readonly subtitle: string
  readonly button: string
  readonly done: string
  /** The account's address afterwards. */
  readonly email: string
}

function wordsOf({ operation, data }: ActionCodeInfo): Words {
  const email = data.email ?? ''
  switch (operation) {
    case ActionCodeOperation.VERIFY_AND_CHANGE_EMAIL:
      return {
        title: actionTexts.changeTitle,
        subtitle: actionTexts.changeSubtitle(data.previousEmail ?? '', email),
        button: actionTexts.change,
        done: actionTexts.changeDone(email),
        email,
      }
    case ActionCodeOperation.RECOVER_EMAIL:
      return {
        title: actionTexts.recoverTitle,
        subtitle: actionTexts.recoverSubtitle(email),
        button: actionTexts.recover,
        done: actionTexts.recoverDone(email),
        email,
      }
    default:
      return {
        title: actionTexts.verifyTitle,
        subtitle: actionTexts.verifySubtitle(email),
        button: actionTexts.verify,
        done: actionTexts.verifyDone(email),
        email,
      }
  }
}

interface SendResetProps {
  readonly auth: Auth
  readonly email: string
  /** Where the app wants to go on afterwards. */
  readonly target: URL | undefined
}

/** For whoever has no password any more: a mail to choose one, by one press. */
function SendReset({ auth, email, target }: SendResetProps) {
  const [state, setState] = useState<'open' | 'sending' | 'sent'>('open')
  const [failing, setFailing] = useState<Reaction>()
  const send = async () => {
    setState('sending')
    setFailing(undefined)
    try {
      await sendPasswordResetEmail(auth, email, ...(target === undefined ? [] : [{ url: target.href }]))
      setState('sent')
    } catch (thrown) {
      setFailing(reactionTo(thrown))
      setState('open')
    }
  }
  if (state === 'sent')
    return (
      <Notice tone="good" isAnnounced>
        {actionTexts.resetSent(email)}
      </Notice>
    )
  return (
    <>
      <Button variant="primary" size="large" isWide isPending={state === 'sending'} onPress={() => void send()}>
        {actionTexts.sendReset}
      </Button>
      <FailureNotice failing={failing} />
    </>
  )
}
