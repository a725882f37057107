import { Eye, X } from 'lucide-react'
import { seeAsTexts as texts } from '../../texts/en/see-as.ts'
import { Button } from '../../ui/button.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { PopoverButton } from '../../ui/popover-button.tsx'
import { PersonPicker } from './person-picker.tsx'
import { useSeeAs } from './use-see-as.ts'

/** The way to see the screen as somebody else, and while it is, as whom. */
export function SeeAsButton() {
  const { seen, choose, leave } = useSeeAs()
  const picker = (close: () => void) => (
    <PersonPicker
      uid={seen?.uid}
      claims={seen?.claims}
      isSeen={seen !== undefined}
      onChoose={(uid, claims) => {
        close()
        choose(uid, claims)
      }}
    />
  )
  if (seen === undefined) {
    return (
      <PopoverButton
        label={texts.seeAsSomebody}
        trigger={(props) => (
          <Button {...props} icon={<Eye aria-hidden="true" />} aria-label={texts.seeAsSomebody}>
            <span className="max-desk:hidden">{texts.seeAs}</span>
          </Button>
        )}
      >
        {picker}
      </PopoverButton>
    )
  }
  // On a phone the bar has all of it, and the page's acts their one line.
  return (
    <span className="hidden min-w-0 items-center rounded border border-sky-line bg-sky-wash text-sky tablet:inline-flex">
      <PopoverButton
        label={texts.seeAsSomebody}
        trigger={(props) => (
          <Button
            {...props}
            variant="quiet"
            icon={<Eye aria-hidden="true" />}
            aria-label={texts.changePerson(seen.name)}
          >
            <bdi className="max-w-40 truncate text-sky max-desk:hidden">{texts.as(seen.name)}</bdi>
          </Button>
        )}
      >
        {picker}
      </PopoverButton>
      <IconButton label={texts.leave} onPress={leave}>
        <X />
      </IconButton>
    </span>
  )
}
