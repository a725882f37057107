/** The mark: an arch with an ember in it. */
export function Mark({ size = 22 }: { readonly size?: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 22 22" aria-hidden="true" className="shrink-0">
      <path d="M3 20V10a8 8 0 0 1 16 0v10" fill="none" stroke="var(--ink-1)" strokeWidth="2.2" strokeLinecap="round" />
      <path
        d="M11 19.6c-2.7 0-4.3-1.7-4.3-3.9 0-2.7 2.6-3.5 3.4-6.5 2.7 1.2 5.1 3.5 5.1 6.4 0 2.3-1.6 4-4.2 4Z"
        fill="var(--ember)"
      />
    </svg>
  )
}
