import { useState } from 'react'
import type { SignedIn } from '../../../session/session-state.ts'
import { accountTexts } from '../../../texts/en/account.ts'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { DeleteAccountDialog } from './delete-account-dialog.tsx'

/** The way out. */
export function DangerCard({ signedIn }: { readonly signedIn: SignedIn }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <Card title={accountTexts.danger}>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p className="min-w-0 flex-1 basis-64 text-table text-ink-2">{accountTexts.dangerText}</p>
        <Button variant="danger" onPress={() => setOpen(true)}>
          {accountTexts.deleteOpen}
        </Button>
      </div>
      {isOpen && <DeleteAccountDialog signedIn={signedIn} onClose={() => setOpen(false)} />}
    </Card>
  )
}
