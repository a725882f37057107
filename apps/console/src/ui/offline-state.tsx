import { CloudOff } from 'lucide-react'
import { uiTexts } from '../texts/en/ui.ts'
import { StatePanel } from './state-panel.tsx'

/** Nothing is known of this yet and the server can't be reached; it comes by itself. */
export function OfflineState() {
  return (
    <StatePanel icon={<CloudOff />} tone="attention" role="status" title={uiTexts.offlineTitle}>
      {uiTexts.offlineText}
    </StatePanel>
  )
}
