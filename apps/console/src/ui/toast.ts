import { toast as show } from 'sonner'

export interface ToastAction {
  readonly label: string
  readonly run: () => void
  /** What it is about: the way back from something older about the same goes when this comes. */
  readonly topic?: string
}

/** What is said last about each topic. */
const said = new Map<string, string | number>()

/**
 * A polite word about something that is done, with at most one way back. Never the only place of an error. It stays while it is
 * hovered or focused. Returns what closes it before its time.
 */
export function toast(
  message: string,
  action?: ToastAction,
  durationMs = action === undefined ? 4000 : 10_000,
): () => void {
  return say(show.success, message, action, durationMs)
}

/** What was wanted did not happen, and nothing else on the screen could say so. */
export function toastProblem(message: string): () => void {
  return say(show.error, message, undefined, 8000)
}

function say(
  speak: typeof show.success,
  message: string,
  action: ToastAction | undefined,
  durationMs: number,
): () => void {
  const topic = action?.topic
  const before = topic === undefined ? undefined : said.get(topic)
  if (before !== undefined) show.dismiss(before)
  const id = speak(message, {
    duration: durationMs,
    ...(action !== undefined && { action: { label: action.label, onClick: () => action.run() } }),
  })
  if (topic !== undefined) said.set(topic, id)
  return () => void show.dismiss(id)
}
