import { Trash2 } from 'lucide-react'
import { useState } from 'react'
import { setDensity, setTheme, type Density, type Theme } from '../../../browser/preferences.ts'
import { useDensity, useTheme } from '../../../session/use-preferences.ts'
import { Avatar } from '../../../ui/avatar.tsx'
import { Badge } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { ProviderIcon } from '../../../ui/provider-icon.tsx'
import { Card } from '../../../ui/card.tsx'
import { Checkbox, RowCheckbox } from '../../../ui/checkbox.tsx'
import { Checklist } from '../../../ui/checklist.tsx'
import { Choice } from '../../../ui/choice.tsx'
import { CodeBlock } from '../../../ui/code-block.tsx'
import { ComboField } from '../../../ui/combo-field.tsx'
import { Copyable, CopyLine } from '../../../ui/copyable.tsx'
import { DataTable } from '../../../ui/data-table.tsx'
import { DeniedState } from '../../../ui/denied-state.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { ErrorState } from '../../../ui/error-state.tsx'
import { FactList } from '../../../ui/fact-list.tsx'
import { FilterChip } from '../../../ui/filter-chip.tsx'
import { HelpButton } from '../../../ui/help-button.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import { Meter, Progress } from '../../../ui/progress.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { OfflineBanner, OfflineState, StaleNote } from '../../../ui/offline-banner.tsx'
import { PageBody, PageHeader } from '../../../ui/page.tsx'
import { PopoverButton } from '../../../ui/popover-button.tsx'
import { PasswordField } from '../../../ui/password-field.tsx'
import { LateSelect } from '../../../ui/late-select.tsx'
import { Select } from '../../../ui/select.tsx'
import { BlockSkeleton, Skeleton } from '../../../ui/skeleton.tsx'
import { Switch } from '../../../ui/switch.tsx'
import { Tabs } from '../../../ui/tabs.tsx'
import { TextArea } from '../../../ui/text-area.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { toast } from '../../../ui/toast.ts'
import { Toaster } from '../../../ui/toaster.tsx'
import { usePageTitle } from '../../../ui/use-page-title.ts'
import { FloatingStates } from './floating-states.tsx'
import { FormStates } from './form-states.tsx'
import { ListStates } from './list-states.tsx'

const details = { code: 'permission-denied', requestId: '5f3a9c01de-4k', message: 'Rules line 14 denied it.' }
const noop = () => undefined

/** All parts of the design system in all their states, for those who build and photograph it. Its texts are samples. */
export function StatesPage() {
  usePageTitle('States')
  return (
    <main id="main">
      <PageHeader
        title="States"
        fact="Every part of the design system in every state. Development builds only."
        actions={<Looks />}
      />
      <PageBody>
        <div className="grid items-start gap-3 desk:grid-cols-2">
          <Buttons />
          <Fields />
          <Chips />
          <Choices />
          <Progresses />
          <Code />
          <FormStates />
          <FloatingStates />
          <Card title="Loading" isFlush>
            <Skeleton />
            <BlockSkeleton height={120} />
          </Card>
          <Card title="Empty">
            <EmptyState title="No documents yet" action={<Button variant="primary">Add document</Button>}>
              A collection appears with its first document.
            </EmptyState>
          </Card>
          <Card title="Denied">
            <DeniedState details={details} />
          </Card>
          <Card title="Failed">
            <ErrorState title="Couldn’t load the documents" onRetry={noop} details={details}>
              Nothing was changed.
            </ErrorState>
          </Card>
          <Card title="Offline, nothing known">
            <OfflineState />
          </Card>
          <Card title="Stale, interrupted" aside={<StaleNote since={1_790_000_000_000} />} isFlush>
            <OfflineBanner waitingWrites={2} retryInSeconds={7} onRetry={noop} />
            <Rows />
          </Card>
          <ListStates />
        </div>
      </PageBody>
      <Toaster />
    </main>
  )
}

function Looks() {
  const theme = useTheme()
  const density = useDensity()
  const themes: { id: Theme; label: string }[] = [
    { id: 'light', label: 'Light' },
    { id: 'dark', label: 'Dark' },
  ]
  const densities: { id: Density; label: string }[] = [
    { id: 'comfortable', label: 'Comfortable' },
    { id: 'compact', label: 'Compact' },
  ]
  return (
    <>
      <Choice label="Theme" options={themes} value={theme} onChange={setTheme} />
      <Choice label="Rows" options={densities} value={density} onChange={setDensity} />
    </>
  )
}

function Buttons() {
  return (
    <Card title="Buttons, toasts">
      <div className="flex flex-wrap items-center gap-2">
        <Button variant="primary">Save</Button>
        <Button onPress={() => toast('Deleted orders/8Kd2', { label: 'Undo', run: noop })}>Show toast</Button>
        <Button variant="quiet">Quiet</Button>
        <Button variant="danger">Delete 3 documents</Button>
        <Button isPending>Saving</Button>
        <Button isDisabled>Off</Button>
        <Button size="small">Small</Button>
        <IconButton label="Delete" onPress={noop}>
          <Trash2 />
        </IconButton>
      </div>
    </Card>
  )
}

function Fields() {
  const [text, setText] = useState('orders')
  const [kind, setKind] = useState<'string' | 'number'>('string')
  const [field, setField] = useState('status')
  return (
    <Card title="Fields">
      <div className="grid gap-4">
        <TextField
          label="Collection"
          name="a"
          value={text}
          onChange={setText}
          description="Letters, digits and more."
          isMonospaced
        />
        <TextField
          label="E-mail"
          name="b"
          value="ada@"
          onChange={noop}
          error="This is not an e-mail address. It looks like name@example.com."
        />
        <PasswordField label="Password" name="c" value="secret" onChange={noop} autoComplete="new-password">
          <Checklist
            label="What the password needs"
            items={[
              { id: '1', text: 'At least 6 characters', isMet: true },
              { id: '2', text: 'A digit', isMet: false },
            ]}
          />
        </PasswordField>
        <Select
          label="Type"
          options={[
            { id: 'string', label: 'string' },
            { id: 'number', label: 'number', description: 'integer or double' },
          ]}
          value={kind}
          onChange={setKind}
        />
        <LateSelect
          label="Type, after the first frame"
          options={[
            { id: 'string', label: 'string' },
            { id: 'number', label: 'number' },
          ]}
          value={kind}
          onChange={setKind}
        />
        <TextArea label="Note" name="d" value="" onChange={noop} rows={2} />
        <ComboField
          label="Field"
          name="e"
          value={field}
          onChange={setField}
          options={['status', 'ship.city', 'total']}
          description="Completed from what was seen."
        />
        <HelpButton label="About active users">
          <p>A user of the reports is one device.</p>
        </HelpButton>
        <PopoverButton label="Limit" trigger={(props) => <Button {...props}>Limit</Button>}>
          {(close) => <Button onPress={close}>Set</Button>}
        </PopoverButton>
        <FilterChip
          editPrefix="Edit "
          editLabel="Edit total > 100"
          removeLabel="Remove total > 100"
          onRemove={noop}
          form={(close) => <Button onPress={close}>Set</Button>}
        >
          total &gt; 100
        </FilterChip>
      </div>
    </Card>
  )
}

function Chips() {
  return (
    <Card title="Words with meaning">
      <div className="grid gap-4">
        <div className="flex flex-wrap items-center gap-2">
          <Badge tone="good">allowed</Badge>
          <Badge tone="attention">waiting</Badge>
          <Badge tone="danger">denied</Badge>
          <Badge tone="information">open</Badge>
          <Badge tone="accent">here</Badge>
          <Badge>plain</Badge>
          <Avatar name="Ada" />
          <Avatar name="demo-app" shape="square" size="small" />
          {['google.com', 'apple.com', 'github.com', 'facebook.com', 'microsoft.com', 'twitter.com', 'yahoo.com'].map(
            (provider) => (
              <ProviderIcon key={provider} provider={provider} name={provider} />
            ),
          )}
          {['password', 'phone', 'passkey', 'custom', 'anonymous', 'oidc.corp'].map((provider) => (
            <ProviderIcon key={provider} provider={provider} name={provider} />
          ))}
        </div>
        <Notice tone="information">A server has one owner at least.</Notice>
        <Notice tone="good">Saved.</Notice>
        <Notice tone="attention" action={<Button size="small">Load again</Button>}>
          Somebody changed this a minute ago.
        </Notice>
        <Notice tone="danger">E-mail or password doesn’t match.</Notice>
        <div className="w-56">
          <Copyable label="Path" value="customers/u_5127/orders/8Kd2nPq0Vx91mZ3tYb7w" />
        </div>
        <CopyLine label="Redirect address" value="https://backend.example.com/__/auth/callback" />
      </div>
    </Card>
  )
}

function Choices() {
  const [isOn, setOn] = useState(true)
  return (
    <Card title="Choices and facts" isFlush>
      <div className="flex flex-wrap gap-6 p-4">
        <Switch label="Follow live changes" isOn={isOn} onChange={setOn} />
        <Checkbox isSelected={isOn} onChange={setOn}>
          Select all
        </Checkbox>
        <Checkbox isSelected={false} isIndeterminate onChange={noop}>
          Some
        </Checkbox>
        <RowCheckbox label="One of many rows" isSelected={isOn} onToggle={() => setOn(!isOn)} />
      </div>
      <FactList
        facts={[
          { id: 'uid', name: 'User id', value: <Copyable label="User id" value="Zk81LmQe7RpX4c0TfWb2Ys" /> },
          { id: 'email', name: 'E-mail', value: 'ada@example.com' },
        ]}
      />
    </Card>
  )
}

function Progresses() {
  return (
    <Card title="Progress and limits">
      <div className="grid gap-4">
        <Progress label="Upload" value={0.4} />
        <Progress label="Upload, done" value={1} tone="moss" />
        <Meter label="Claims" value={320} max={1000} valueText="320 of 1,000 characters" />
        <Meter label="Storage" value={47} max={50} valueText="47 of 50 GiB" />
      </div>
    </Card>
  )
}

function Code() {
  return (
    <Card title="Tabs and code" isFlush>
      <Tabs
        label="Ways to connect"
        tabs={[
          {
            id: 'web',
            label: 'Web',
            content: <CodeBlock label="Web" code={"import { initializeApp } from 'firebase/app'"} />,
          },
          {
            id: 'node',
            label: 'Admin (Node)',
            content: <CodeBlock label="Node" code={"import { initializeApp } from 'firebase-admin/app'"} />,
          },
        ]}
      />
    </Card>
  )
}

function Rows() {
  const rows = [
    { id: '8Kd2nPq0Vx91', status: 'open', total: '149.00' },
    { id: '0aZk81LmQe7R', status: 'paid', total: '1,299.50' },
  ]
  return (
    <DataTable
      label="Orders"
      rows={rows}
      rowKey={({ id }) => id}
      columns={[
        { id: 'id', title: 'Document', cell: ({ id }) => <Copyable label="Document" value={id} /> },
        {
          id: 'status',
          title: 'status',
          cell: ({ status }) => <Badge tone={status === 'open' ? 'information' : 'good'}>{status}</Badge>,
        },
        { id: 'total', title: 'total', cell: ({ total }) => total, isNumber: true },
      ]}
    />
  )
}
