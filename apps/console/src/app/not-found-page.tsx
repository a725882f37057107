import { Link } from '@tanstack/react-router'
import { MapPinOff } from 'lucide-react'
import { appTexts } from '../texts/en/app.ts'
import { buttonClasses } from '../ui/button.tsx'
import { StatePanel } from '../ui/state-panel.tsx'
import { usePageTitle } from '../ui/use-page-title.ts'

/** Where nothing is around it. */
export function NotFoundPage() {
  return (
    <main id="main">
      <NotFoundState />
    </main>
  )
}

/** Within the frame, for whoever is signed in. */
export function NotFoundState() {
  usePageTitle(appTexts.notFoundTitle)
  return (
    <div className="pt-[10vh]">
      <StatePanel
        level={1}
        icon={<MapPinOff />}
        title={appTexts.notFoundTitle}
        actions={
          <Link to="/projects" className={buttonClasses('primary')}>
            {appTexts.toProjects}
          </Link>
        }
      >
        {appTexts.notFoundText}
      </StatePanel>
    </div>
  )
}
