import { RotateCw } from 'lucide-react'
import { useEffect, useState } from 'react'
import { isWithoutDatabases, openWithoutDatabases } from '../browser/without-databases.ts'
import { appTexts } from '../texts/en/app.ts'
import { Button } from '../ui/button.tsx'
import { Mark } from '../ui/mark.tsx'
import { StatePanel } from '../ui/state-panel.tsx'

/** Nothing on the way has a time limit of its own that is shorter: the server has 30 seconds, the browser's databases have none. */
const slowAfterMs = 8_000

/** While the server is asked for the first time; not shown when it is quick. What takes long says so, and how to go on. */
export function OpeningPage() {
  const [isSlow, setSlow] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setSlow(true), slowAfterMs)
    return () => clearTimeout(timer)
  }, [])
  if (isSlow) return <SlowOpening />
  return (
    <div role="status" className="grid min-h-[60vh] place-items-center">
      <span className="animate-skeleton">
        <Mark size={32} />
        <span className="sr-only">{appTexts.opening}</span>
      </span>
    </div>
  )
}

/** It goes on by itself once what it waits for answers. */
function SlowOpening() {
  // A part of a page that loads late stands in its page's.
  const [Frame] = useState<'main' | 'div'>(() => (document.getElementById('main') === null ? 'main' : 'div'))
  return (
    <Frame {...(Frame === 'main' && { id: 'main' })} className="pt-[10vh]">
      <StatePanel
        icon={<Mark size={32} />}
        role="status"
        level={1}
        title={appTexts.slowTitle}
        actions={
          <>
            <Button icon={<RotateCw />} onPress={() => location.reload()}>
              {appTexts.loadAgain}
            </Button>
            {!isWithoutDatabases() && <Button onPress={openWithoutDatabases}>{appTexts.openWithoutStored}</Button>}
          </>
        }
      >
        <p>{appTexts.slowText}</p>
        {!isWithoutDatabases() && <p>{appTexts.openWithoutStoredHelp}</p>}
      </StatePanel>
    </Frame>
  )
}
