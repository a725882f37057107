import { Pin, PinOff } from 'lucide-react'
import { frameTexts } from '../../../texts/en/frame.ts'
import { IconButton } from '../../../ui/icon-button.tsx'
import { useTogglePin } from '../pins.ts'

/** Keeps the open page at hand: in the rail and in the palette, in whichever browser. */
export function PinButton({ project }: { readonly project: string }) {
  const toggle = useTogglePin(project)
  if (toggle === undefined) return null
  return (
    <IconButton label={toggle.isPinned ? frameTexts.unpinPage : frameTexts.pinPage} size="small" onPress={toggle.run}>
      {toggle.isPinned ? <PinOff /> : <Pin />}
    </IconButton>
  )
}
