import { useState } from 'react'

/**
 * Counts how often a text changed while it was on the screen and nobody here was at it: as a key, each count lets the value glow
 * once more.
 */
export function useGlow(text: string, isMine: boolean): number {
  const [seen, setSeen] = useState({ text, isMine, count: 0 })
  if (seen.text !== text || seen.isMine !== isMine) {
    // What was typed here is no news, neither when it is typed nor when it is saved or taken back.
    const isNews = seen.text !== text && !isMine && !seen.isMine
    setSeen({ text, isMine, count: seen.count + (isNews ? 1 : 0) })
  }
  return seen.count
}
