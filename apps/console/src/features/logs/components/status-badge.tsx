import { Badge, type Tone } from '../../../ui/badge.tsx'

const tones: Readonly<Record<string, Tone>> = { '4': 'attention', '5': 'danger' }

/** The status of an answer: what the client did wrong, and what the server did, stand out. */
export function StatusBadge({ status }: { readonly status: number }) {
  return <Badge tone={tones[String(status)[0] ?? ''] ?? 'plain'}>{status}</Badge>
}
