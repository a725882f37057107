import { Trash2 } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { ConfirmDialog, TypedConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import { ContextMenu } from '../../../ui/context-menu.tsx'
import { Dialog, DialogActions } from '../../../ui/dialog.tsx'
import { FormDialog } from '../../../ui/form-dialog.tsx'
import { LeaveDialog } from '../../../ui/leave-dialog.tsx'
import { MenuButton, MenuItem, MenuSeparator } from '../../../ui/menu.tsx'
import { Sheet } from '../../../ui/sheet.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { Tooltip } from '../../../ui/tooltip.tsx'
import { useForm, type Form } from '../../../ui/use-form.ts'
import { denied } from '../sample-reactions.ts'

type Floating = 'dialog' | 'question' | 'typed question' | 'leaving' | 'form' | 'sheet' | 'context menu'

const buttons: readonly (readonly [which: Floating, label: string])[] = [
  ['dialog', 'Open dialog'],
  ['question', 'Ask'],
  ['typed question', 'Ask for a word'],
  ['leaving', 'Ask before leaving'],
  ['form', 'Open form'],
  ['sheet', 'Open sheet'],
  ['context menu', 'Open context menu'],
]

/** What comes above the page. */
export function FloatingStates() {
  const [open, setOpen] = useState<Floating>()
  const close = () => setOpen(undefined)
  return (
    <Card title="Above the page">
      <div className="flex flex-wrap items-center gap-2">
        {buttons.map(([which, label]) => (
          <Button key={which} onPress={() => setOpen(which)}>
            {label}
          </Button>
        ))}
        <MenuButton label="More" trigger={<Button>Menu</Button>}>
          <MenuItem id="copy" shortcut="Ctrl C">
            Copy path
          </MenuItem>
          <MenuSeparator />
          <MenuItem id="delete" icon={<Trash2 />} isDanger>
            Delete
          </MenuItem>
        </MenuButton>
        <Tooltip text="What the button does, after half a second">
          <Button>Has a tip</Button>
        </Tooltip>
      </div>
      <Dialog isOpen={open === 'dialog'} onClose={close} title="Delete 3 documents">
        <p>They can be brought back for ten seconds.</p>
        <DialogActions>
          <Button onPress={close}>Cancel</Button>
          <Button variant="danger" onPress={close}>
            Delete 3 documents
          </Button>
        </DialogActions>
      </Dialog>
      {open === 'question' && (
        <ConfirmDialog
          title="Revoke Till?"
          confirm="Revoke Till"
          onConfirm={() => Promise.reject(new Error('The server is not there.'))}
          onClose={close}
        >
          Programs with this key are turned away at once.
        </ConfirmDialog>
      )}
      {open === 'typed question' && (
        <TypedConfirmDialog
          title="Delete demo-app?"
          confirm="Delete project"
          wanted="demo-app"
          label="Type demo-app to go on"
          wrong="This is not the project’s id."
          onConfirm={close}
          onClose={close}
        >
          Users, documents and files go for good.
        </TypedConfirmDialog>
      )}
      {open === 'leaving' && <LeaveDialog onLeave={close} onStay={close} />}
      {open === 'form' && <FailedForm onClose={close} />}
      {open === 'context menu' && (
        <ContextMenu label="Cell" x={240} y={160} onClose={close}>
          <MenuItem id="copy" shortcut="Ctrl C">
            Copy value
          </MenuItem>
        </ContextMenu>
      )}
      <Sheet isOpen={open === 'sheet'} onClose={close} label="Areas">
        <p className="p-4">What comes in from the side.</p>
      </Sheet>
    </Card>
  )
}

/** A form that the server refused as a whole, with a field that is wrong. */
function FailedForm({ onClose }: { readonly onClose: () => void }) {
  const form: Form<{ name: string }> = useForm({
    initial: { name: '' },
    validators: { name: (name) => (name === '' ? 'Give the key a name.' : undefined) },
    submit: async () => undefined,
  })
  return (
    <FormDialog title="Create a service key" form={form} failing={denied} submit="Create key" onClose={onClose}>
      <TextField {...form.field('name')} label="Name" autoComplete="off" isRequired />
    </FormDialog>
  )
}
