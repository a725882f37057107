import { useEffect, useState } from 'react'
import { getConsoleSettings } from '../../../backend/api/console-settings.ts'
import { useConnection } from '../../../backend/live/use-connection.ts'
import { useConsoleApp } from '../../../session/console-app-context.tsx'
import { appTexts } from '../../../texts/en/app.ts'
import { Button } from '../../../ui/button.tsx'
import { Notice } from '../../../ui/notice.tsx'

/** An upgrade interrupts the connection; one that is too quick to be seen is found at the next of these. */
const askedEveryMs = 10 * 60_000

/** Says that the server was upgraded since the page was opened. The page is loaded again when its reader wants it, never by itself. */
export function VersionNotice() {
  const { settings } = useConsoleApp()
  const isLive = useConnection().status === 'live'
  const [isOutdated, setOutdated] = useState(false)
  useEffect(() => {
    if (!isLive || isOutdated) return
    let isCurrent = true
    const ask = (): void => {
      getConsoleSettings().then(
        ({ version }) => {
          if (isCurrent) setOutdated(version !== settings.version)
        },
        () => {
          // It is asked again, at the latest when the connection is back.
        },
      )
    }
    ask()
    const timer = setInterval(ask, askedEveryMs)
    return () => {
      isCurrent = false
      clearInterval(timer)
    }
  }, [isLive, isOutdated, settings.version])
  if (!isOutdated) return null
  return (
    <div className="border-b border-line px-4 py-2">
      <Notice
        tone="information"
        isAnnounced
        action={
          <Button size="small" onPress={() => location.reload()}>
            {appTexts.loadAgain}
          </Button>
        }
      >
        {appTexts.oldPageTitle}. {appTexts.oldPageText}
      </Notice>
    </div>
  )
}
