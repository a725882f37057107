import { QueryClientProvider } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { ActionCodeOperation } from 'firebase/auth'
import { queryClient } from '../../../backend/live/query-client.ts'
import { useConsoleApp } from '../../../session/console-app-context.tsx'
import { actionTexts } from '../../../texts/en/action.ts'
import { useFailure } from '../../../ui/query-content.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { GatePage } from '../../../ui/gate-page.tsx'
import { type OpenedLink, appAddressOf } from '../action-link.ts'
import { useActionLink } from '../queries/action-queries.ts'
import { ApplyLink } from './apply-link.tsx'
import { LinkProblem } from './link-problem.tsx'
import { NewPassword } from './new-password.tsx'
import { SignInByLink } from './sign-in-by-link.tsx'
import { Button } from '../../../ui/button.tsx'
import { Notice } from '../../../ui/notice.tsx'

/**
 * Where links in mails lead, of the console and of every app. Opening one changes nothing, because mail scanners open them too: what it
 * does takes a press.
 */
export function ActionPage() {
  return (
    <QueryClientProvider client={queryClient}>
      <OpenedPage />
    </QueryClientProvider>
  )
}

function OpenedPage() {
  const link = useSearch({ from: '/opened/action' })
  const { settings } = useConsoleApp()
  const isOfConsole = link.apiKey === settings.app.apiKey
  const query = useActionLink(link)
  const failure = useFailure(query)
  if (query.data !== undefined) return <Opened opened={query.data} isOfConsole={isOfConsole} />
  if (failure !== undefined) {
    return <LinkProblem error={failure} isOfConsole={isOfConsole} onRetry={() => void query.refetch()} />
  }
  return (
    <GatePage title={actionTexts.opening} subtitle="">
      <Skeleton rows={2} />
    </GatePage>
  )
}

function Opened({ opened, isOfConsole }: { readonly opened: OpenedLink; readonly isOfConsole: boolean }) {
  switch (opened.info.operation) {
    case ActionCodeOperation.PASSWORD_RESET:
      return <NewPassword opened={opened} isOfConsole={isOfConsole} />
    case ActionCodeOperation.EMAIL_SIGNIN:
      return isOfConsole ? <SignInByLink opened={opened} /> : <HandOver opened={opened} />
    default:
      return <ApplyLink opened={opened} isOfConsole={isOfConsole} />
  }
}

/**
 * A sign-in link of an app goes on to the app, which finishes it, when somebody presses the button: the app uses the link up as soon as it is
 * opened. To no address that its project doesn't know.
 */
function HandOver({ opened: { info, target } }: { readonly opened: OpenedLink }) {
  if (target === undefined) {
    return (
      <GatePage title={actionTexts.failedTitle} subtitle="">
        <Notice tone="attention" isAnnounced>
          {actionTexts.foreignTarget}
        </Notice>
      </GatePage>
    )
  }
  return (
    <GatePage
      title={actionTexts.handOverTitle}
      subtitle={actionTexts.handOverSubtitle(info.data.email ?? '', target.host)}
    >
      <Button
        variant="primary"
        size="large"
        isWide
        onPress={() => location.replace(appAddressOf(target, new URLSearchParams(location.search)))}
      >
        {actionTexts.handOver}
      </Button>
    </GatePage>
  )
}
