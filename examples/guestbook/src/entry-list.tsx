import { useEffect, useState } from 'react'
import { deleteEntry, type Entry, watchEntries } from './entries.ts'
import { messageOf } from './messages.ts'

/** What everybody wrote, as it is written. */
export function EntryList({ uid }: { uid: string | undefined }) {
  const [entries, setEntries] = useState<Entry[]>()
  const [message, setMessage] = useState('')

  useEffect(() => {
    setMessage('')
    return watchEntries(setEntries, (error) => setMessage(messageOf(error)))
    // Somebody else may be allowed to see something else: listen anew.
  }, [uid])

  async function remove(entry: Entry) {
    try {
      await deleteEntry(entry)
    } catch (error) {
      setMessage(messageOf(error))
    }
  }

  return (
    <section aria-labelledby="entries-title">
      <h2 id="entries-title">Entries</h2>
      {message && (
        <p className="problem" role="alert">
          {message}
        </p>
      )}
      {entries === undefined && !message && <p className="note">Reading…</p>}
      {entries?.length === 0 && <p className="note">Nobody has written anything yet. Be the first.</p>}
      <ul className="entries" aria-live="polite">
        {entries?.map((entry) => (
          <li key={entry.id} className={entry.isPending ? 'card pending' : 'card'}>
            <p className="words">{entry.text}</p>
            {entry.picture && <img src={entry.picture.url} alt={`Added by ${entry.author.name}`} />}
            <p className="byline">
              <span>
                {entry.author.name},{' '}
                <time dateTime={entry.createdAt.toISOString()}>
                  {entry.isPending ? 'sending…' : entry.createdAt.toLocaleString()}
                </time>
              </span>
              {entry.author.uid === uid && (
                <button type="button" className="quiet" onClick={() => void remove(entry)}>
                  Delete<span className="unseen"> “{entry.text.slice(0, 40)}”</span>
                </button>
              )}
            </p>
          </li>
        ))}
      </ul>
    </section>
  )
}
