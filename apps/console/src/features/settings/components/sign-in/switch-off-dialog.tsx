import { signInSettingsTexts as texts } from '../../../../texts/en/sign-in-settings.ts'
import { ConfirmDialog } from '../../../../ui/confirm-dialog.tsx'
import { formatNumber } from '../../../../texts/format.ts'
import { useUserCount } from '../../queries/settings-queries.ts'

export interface SwitchOffDialogProps {
  readonly label: string
  /** How users are found who have this way; left out where nothing tells them from others. */
  readonly provider: string | undefined
  readonly onConfirm: () => Promise<boolean>
  readonly onClose: () => void
}

/** Asks before a way to sign in is taken from people, and says how many have it. */
export function SwitchOffDialog({ label, provider, onConfirm, onClose }: SwitchOffDialogProps) {
  const { data: count } = useUserCount(provider)
  return (
    <ConfirmDialog
      title={texts.switchOffTitle(label)}
      confirm={texts.switchOff}
      onConfirm={onConfirm}
      onClose={onClose}
    >
      <p className="min-h-5">{count !== undefined && texts.usersHave(count, formatNumber(count))}</p>
      <p>{texts.switchOffText}</p>
    </ConfirmDialog>
  )
}
