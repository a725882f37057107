import { Card } from '../../../ui/card.tsx'
import { DetailsFold, DeveloperFold } from '../../../ui/details-fold.tsx'
import { FailureNotice } from '../../../ui/failure-notice.tsx'
import { FieldProblem } from '../../../ui/field.tsx'
import { Mark } from '../../../ui/mark.tsx'
import { NameForm } from '../../../ui/name-form.tsx'
import { QrCode } from '../../../ui/qr-code.tsx'
import { SaveButton } from '../../../ui/save-button.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { TimeSpanFields } from '../../../ui/time-span-fields.tsx'
import { denied } from '../sample-reactions.ts'

const noop = () => undefined
const someDay = { since: '2026-11-20T08:00:00.000Z', until: '2026-11-20T16:00:00.000Z' }

/** Forms that can and can't be saved, and what is said when one fails. */
export function FormStates() {
  return (
    <Card title="Forms and failures">
      <div className="grid gap-4">
        <div className="flex items-center gap-2">
          <Mark />
          <Mark size={40} />
        </div>
        <NameForm
          label="Name of the project"
          description="For people."
          name="Demo app"
          autoComplete="off"
          save="Save name"
          saved="Name saved"
          onSave={() => Promise.resolve()}
        />
        <TimeSpanFields span={someDay} onChange={noop} />
        <div className="flex flex-wrap gap-2">
          <SaveButton isChanged={false} isPending={false}>
            Nothing to save
          </SaveButton>
          <SaveButton isChanged isPending={false}>
            Save changes
          </SaveButton>
          <SaveButton isChanged isPending>
            Saving changes
          </SaveButton>
        </div>
        <TextField
          label="Phone number"
          name="phone"
          value="+14155550123"
          onChange={() => undefined}
          overtaken={{ value: '+4930123456', take: () => undefined }}
        />
        <FieldProblem>Choose one of them at least.</FieldProblem>
        <FailureNotice failing={denied} />
        <DetailsFold details={{ code: 'unavailable', requestId: '5f3a9c01de-4k' }} />
        <DeveloperFold>
          <p className="px-4 pb-2 text-table">What a program would read.</p>
        </DeveloperFold>
        <QrCode
          text="otpauth://totp/Hearth:ada@example.com?secret=JBSWY3DPEHPK3PXP"
          label="Code for the authenticator"
        />
      </div>
    </Card>
  )
}
