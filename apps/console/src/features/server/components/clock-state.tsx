import { CircleCheck, TriangleAlert } from 'lucide-react'
import type { ServerState } from '../queries/server.ts'
import { serverTexts } from '../../../texts/en/server.ts'
import { Badge } from '../../../ui/badge.tsx'

/** Whether the server believes its clock, and what follows when it doesn't. */
export function ClockState({ clock }: { readonly clock: ServerState['clock'] }) {
  const { doubt, holdsSweeps, aheadProjects } = clock
  const isGood = !holdsSweeps && aheadProjects.length === 0
  return (
    <div className="grid justify-items-start gap-1 py-0.5">
      <Badge tone={isGood ? 'good' : 'attention'} icon={isGood ? <CircleCheck /> : <TriangleAlert />}>
        {isGood ? serverTexts.clockBelieved : serverTexts.clockDoubtful}
      </Badge>
      {doubt !== null && <Line>{serverTexts.clockDoubts[doubt]}</Line>}
      {holdsSweeps && <Line>{doubt === null ? serverTexts.clockSettles : serverTexts.clockHolds}</Line>}
      {aheadProjects.length > 0 && <Line>{serverTexts.clockAhead(aheadProjects.join(', '))}</Line>}
    </div>
  )
}

function Line({ children }: { readonly children: string }) {
  return <p className="text-small text-ink-2">{children}</p>
}
