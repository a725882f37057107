import { Button as AriaButton } from 'react-aria-components/Button'
import { Dialog as AriaDialog, DialogTrigger } from 'react-aria-components/Dialog'
import { Popover } from 'react-aria-components/Popover'
import {
  type ConnectionState,
  connection,
  useConnection,
  useConnectionChanges,
} from '../../../backend/live/connection.ts'
import { useLostChanges } from '../../../backend/live/lost-changes.ts'
import { useWaitingWrites } from '../../../backend/live/pending-writes.ts'
import { frameTexts } from '../../../texts/en/frame.ts'
import { uiTexts } from '../../../texts/en/ui.ts'
import { Button } from '../../../ui/button.tsx'
import { classNames } from '../../../ui/class-names.ts'
import { floatClasses } from '../../../ui/float.ts'
import { formatTime } from '../../../texts/format.ts'
import { useNow } from '../../../ui/use-now.ts'

const dots: Readonly<Record<ConnectionState['status'], string>> = {
  live: 'bg-moss',
  reconnecting: 'bg-transparent border-2 border-amber',
  offline: 'bg-crimson rounded-none rotate-45',
}

/** The truth about the connection; opens what happened. Its shape changes with its colour. */
export function ConnectionDot() {
  const state = useConnection()
  const waiting = useWaitingWrites()
  const word = useConnectionWord(state, waiting)
  return (
    <DialogTrigger>
      <AriaButton
        aria-label={`${frameTexts.connection}: ${word}`}
        className="flex h-8 min-w-8 shrink-0 items-center justify-center gap-1.5 rounded px-1.5 text-table whitespace-nowrap text-ink-2 hover:bg-ground-3 hover:text-ink-1 touch:h-10 touch:min-w-10"
      >
        <span aria-hidden="true" className={classNames('size-[7px] shrink-0 rounded-full', dots[state.status])} />
        <span className="hidden tabular-nums tablet:inline">{word}</span>
      </AriaButton>
      <Popover placement="bottom end" offset={4} className={classNames(floatClasses, 'w-72')}>
        <AriaDialog aria-label={frameTexts.connection} className="p-4 text-table outline-none">
          <ConnectionReport state={state} waiting={waiting} />
        </AriaDialog>
      </Popover>
    </DialogTrigger>
  )
}

function useConnectionWord(state: ConnectionState, waiting: number): string {
  const now = useNow(1000)
  const waitingWord = waiting > 0 ? `, ${frameTexts.waiting(waiting)}` : ''
  switch (state.status) {
    case 'live':
      return frameTexts.live
    case 'reconnecting':
      return frameTexts.reconnecting(Math.ceil((state.retryAt - now) / 1000)) + waitingWord
    case 'offline':
      return frameTexts.offline + waitingWord
  }
}

function ConnectionReport({ state, waiting }: { readonly state: ConnectionState; readonly waiting: number }) {
  const changes = useConnectionChanges()
  const lost = useLostChanges().length
  return (
    <div className="grid gap-3">
      <div>
        <p className="font-medium">{sentenceOf(state)}</p>
        <p className="text-ink-2">{writesSentence(waiting, lost)}</p>
      </div>
      {state.status !== 'live' && (
        <Button size="small" onPress={() => void connection.probe()}>
          {uiTexts.tryNow}
        </Button>
      )}
      <div>
        <h3 className="mb-1 text-small font-normal text-ink-2">{frameTexts.whatHappened}</h3>
        {changes.length === 0 ? (
          <p className="text-ink-2">{frameTexts.nothingHappened}</p>
        ) : (
          <ol className="grid max-h-48 gap-1 overflow-auto">
            {changes.map((change) => (
              <li key={change.at} className="flex justify-between gap-3">
                <span>{wordOf(change.status)}</span>
                <time className="font-mono text-code text-ink-2">{formatTime(change.at)}</time>
              </li>
            ))}
          </ol>
        )}
      </div>
    </div>
  )
}

/** What never got to the server is not saved, though nothing waits any more. */
function writesSentence(waiting: number, lost: number): string {
  if (waiting > 0) return frameTexts.writesWaiting(waiting)
  return lost > 0 ? frameTexts.writesLost(lost) : frameTexts.allWritesSaved
}

function sentenceOf(state: ConnectionState): string {
  switch (state.status) {
    case 'live':
      return frameTexts.connectionLive
    case 'reconnecting':
      return (state.isForeign ? frameTexts.connectionForeign : frameTexts.connectionReconnecting)(
        formatTime(state.since),
      )
    case 'offline':
      return frameTexts.connectionOffline(formatTime(state.since))
  }
}

function wordOf(status: ConnectionState['status']): string {
  switch (status) {
    case 'live':
      return frameTexts.live
    case 'reconnecting':
      return frameTexts.reconnecting(0)
    case 'offline':
      return frameTexts.offline
  }
}
