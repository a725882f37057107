import type { Version } from '@hearth/model'
import type { CopyProgress, OpenCopy, StoreCopy, StoreReplacement } from './store-copy.ts'
import type { StoredRecord } from './stored-record.ts'

/**
 * What the server needs of a database engine: one store per project, asynchronous throughout so that a network
 * database fits behind it. Every engine passes `contract/`.
 */
export interface Persistence {
  /** Opens a project's store, creating it when it is absent. The same store is returned while it is open. */
  openProject(project: string): Promise<ProjectStore>
  listProjects(): Promise<string[]>
  removeProject(project: string): Promise<void>

  /** Where a project's store is on this machine, or would be. */
  fileOf(project: string): string

  /**
   * Writes a project's store, as it is at one moment, to a new file and makes that durable. Reads and writes go on meanwhile.
   * `resource-exhausted`/`DISK_FULL`, and what `openProject` throws; what is there of the file then is of no use.
   */
  copyProject(project: string, file: string, onProgress: (progress: CopyProgress) => void): Promise<StoreCopy>
  /** About how many bytes `copyProject` would write. */
  copyBytes(project: string): Promise<number>
  /** Reads a copy from its first byte to its last. Throws `data-loss`/`COPY_DAMAGED`, and `failed-precondition`/`DATA_FORMAT_NEWER`. */
  verifyCopy(file: string): Promise<StoreCopy>
  /** Runs `work` with a copy that is not taken into use. Throws as `verifyCopy`. */
  readCopy<T>(file: string, work: (copy: OpenCopy) => Promise<T>): Promise<T>
  /**
   * Puts a copy in the place of a project's store, whole or not at all, however the process ends. Calls to the store so far throw
   * `unavailable`/`PROJECT_BEING_RESTORED` from then on; `openProject` waits and answers with a new one, whose versions and revisions go on
   * above those of the old. Documents that are not as they were have the new version, so that no client takes them for older than what it knows.
   */
  replaceProject(project: string, replacement: StoreReplacement): Promise<void>

  /** Waits for the commits under way, then releases every resource. */
  close(): Promise<void>
}

/** Who reads. Those who have to wait for one another have their turn by it. */
export interface ReadClient {
  readonly place: string
  /** Nobody waits for what is read: it is not begun any more. */
  readonly isGone: boolean
}

export interface ProjectStore {
  /** Calls are served without opening anything before; false for good once the store was closed, removed or latched. */
  readonly isReady: boolean

  /**
   * Runs `work` against one unchanging state of the store, for a client or, without one, for the server itself. Rejects `cancelled`/`CLIENT_GONE`
   * and, when too many reads wait, `resource-exhausted`/`READ_QUEUE_FULL`.
   */
  read<T>(work: (snapshot: ReadSnapshot) => Promise<T>, client?: ReadClient): Promise<T>

  /** What can be read without waiting; undefined where the file is yet to be opened. An engine elsewhere has none. */
  present?(): PresentState | undefined

  /** The current version of each document, in the order asked; undefined where there is none. One statement, no snapshot. */
  getDocuments(keys: readonly DocumentKey[]): Promise<(StoredDocument | undefined)[]>

  getRecord(space: string, key: string): Promise<StoredRecord | undefined>

  /** How many documents there are, in all databases. Costs the same however many. */
  documentCount(): Promise<number>

  /**
   * Applies a batch whole or not at all, and resolves only when it is durable. Batches are applied in the order they
   * were handed over, and each has a version, which the store allots as it applies it: above all versions, the floor and
   * its clock. So the order of versions is the order of commits. A batch that changes nothing has none of its own: it is dated at the latest
   * time of which what it expects is the whole truth, which is the floor from then on. Throws `aborted`/`CONFLICT` when an expectation does not
   * hold (nothing is written; `details.index` names it), `aborted`/`STALE_PLAN` when it rests on another ground than the store's,
   * `unavailable`/`STORE_LATCHED` after the first I/O error: from then
   * on no batch is accepted. `unavailable`/`OUTCOME_UNKNOWN` where the engine can't say whether the batch was applied: it was wholly or not at all,
   * and what it has applied is in the feed.
   */
  commit(batch: CommitBatch): Promise<Committed>

  /**
   * Follows the feed, which has each batch that changed documents or records of a watched space, in the order of versions: `onPush` hears of one when it is durable and in every
   * snapshot that begins from then on. A push may be missed, come twice or late; `ReadSnapshot.feedAfter` has everything. It must not throw and
   * must not wait.
   */
  follow(onPush: (push: FeedPush) => void): Following

  /** The newest version that is durable. */
  lastVersion(): Version

  /** The latest time of which everything is durable: no version at or below it will be allotted. At or after `lastVersion`. */
  readTime(): Version

  /**
   * From when this resolves `readTime` is at least `time`. Throws `invalid-argument`/`TIME_AHEAD` for one that the store's clock
   * has not reached, and as `commit`.
   */
  raiseFloor(time: Version): Promise<void>

  /** The version of the newest batch with documents; 0 when there was none. */
  lastChange(): Promise<Version>

  /** Resolves with the cause when the store has latched read-only after an I/O error. Never rejects. */
  readonly latched: Promise<Error>
}

/** The state of now. Each call is one statement and so a snapshot by itself; two of them may see different states. To be asked for again after each wait. */
export interface PresentState {
  getDocument(key: DocumentKey): StoredDocument | undefined
  /** As `ReadSnapshot.scanIndex`; `readTime` is that of the state. */
  scanIndex(range: KeyRange, page: IndexPage): ScannedPage<IndexEntry> & Pick<ReadSnapshot, 'readTime'>
}

export interface ReadSnapshot {
  /** All commits up to here are seen, none after. */
  readonly version: Version
  /** The latest time of which this state is the whole truth; at or after `version`. */
  readonly readTime: Version
  readonly ground: Ground
  /** The engine holds writes or space back for it. Whoever can go on with another snapshot, at this version, should. */
  readonly shouldGiveWay: boolean
  getDocuments(keys: readonly DocumentKey[]): Promise<(StoredDocument | undefined)[]>
  /** The documents as they were at an earlier version. Throws `out-of-range`/`VERSION_COLLECTED` when it is no longer kept. */
  getDocumentsAt(keys: readonly DocumentKey[], version: Version): Promise<(StoredDocument | undefined)[]>
  /** One page of the index, each entry with its document, in key order (or reverse). Large documents end it before its limit does. */
  scanIndex(range: KeyRange, page: IndexPage): Promise<ScannedPage<IndexEntry>>
  /** As `scanIndex`, without reading the documents. */
  scanIndexKeys(range: KeyRange, page: { limit: number; reverse: boolean }): Promise<Uint8Array[]>
  /** The key that comes after `skip` others in a range, in key order (or reverse); undefined when there are not so many. */
  findIndexKey(range: KeyRange, page: { skip: number; reverse: boolean }): Promise<Uint8Array | undefined>
  /** How many keys are in a range, counted up to `limit`. */
  countIndex(range: KeyRange, limit: number): Promise<number>
  /**
   * One page of the documents of which the history has an earlier state, in the order of their names' keys (`nameKeysOf` of the
   * model; or reverse), each with its state at `version` if that has ended since. What is not among them and not newer than
   * `version` is as it was. Large documents end it before its limit does. Throws as `getDocumentsAt`.
   */
  scanPast(
    range: KeyRange,
    version: Version,
    page: { limit: number; reverse: boolean },
  ): Promise<ScannedPage<PastEntry>>
  /** How many documents `scanPast` goes over, counted up to `limit`. */
  countPast(range: KeyRange, limit: number): Promise<number>
  /** How many changes there were after a version, counted up to `limit`. Throws as `getDocumentsAt`. */
  countChanges(version: Version, limit: number): Promise<number>
  /** Every change after a version, oldest first, one page. */
  changesAfter(version: Version, limit: number): Promise<ChangeRecord[]>
  /**
   * The feed after a version, oldest first, whole batches with about `limit` documents and records in a page. Large documents end it before. Throws as
   * `getDocumentsAt`: whoever is that far behind begins anew.
   */
  feedAfter(version: Version, limit: number): Promise<ScannedPage<FeedBatch>>
  /**
   * What became of a document, the newest first, as far back as history is kept: each state it had, and each deletion.
   * `before`: a version that this method answered; the page goes on below it.
   */
  listVersions(key: DocumentKey, page: { before: Version | undefined; limit: number }): Promise<DocumentVersion[]>
  /**
   * The documents of a database, or of one collection of it, that are deleted and not forgotten: those deleted last first, those of one commit
   * in the order of their paths. `after`: the last one of the page before.
   */
  listDeleted(
    scope: { database: string; collection: string | undefined },
    page: { after: Pick<DeletedDocument, 'path' | 'version'> | undefined; limit: number },
  ): Promise<DeletedDocument[]>
  getRecord(space: string, key: string): Promise<StoredRecord | undefined>
  /** Records of a space with `start <= key < end`, in key order (or reverse). Keys order by UTF-8 bytes. */
  listRecords(
    space: string,
    range: { start?: string; end?: string },
    page: { limit: number; reverse: boolean },
  ): Promise<StoredRecord[]>
}

export interface DocumentKey {
  readonly database: string
  readonly path: string
}

export interface StoredDocument extends DocumentKey {
  readonly createTime: Version
  readonly updateTime: Version
  /** The fields in typed JSON, byte for byte as committed. */
  readonly json: string
}

/** `start <= key < end`, bytes compared unsigned. */
export interface KeyRange {
  readonly start: Uint8Array
  readonly end: Uint8Array
}

export interface IndexPage {
  readonly limit: number
  readonly reverse: boolean
  /** Bytes: shorter keys are left out, and none when this is absent. A key costs about as much to hand over as a small document. */
  readonly keysFrom?: number
}

/** What was read of a range, from its start on (or its end, in reverse). */
export interface ScannedPage<Entry> {
  readonly entries: readonly Entry[]
  /** Nothing of the range follows. False: the page is full, and more may follow its last entry. */
  readonly isLast: boolean
}

export interface IndexEntry {
  /** Undefined when the page leaves it out. */
  readonly key: Uint8Array | undefined
  readonly document: StoredDocument
}

export interface PastEntry {
  readonly key: Uint8Array
  /** Undefined: there was no such document then, or it is still the same. */
  readonly document: StoredDocument | undefined
}

export interface ChangeRecord extends DocumentKey {
  readonly version: Version
  /** As the commit named it; undefined when it named nobody. */
  readonly author: string | undefined
}

export interface DocumentVersion {
  readonly version: Version
  /** As the commit named it; undefined when it named nobody or is no longer kept. */
  readonly author: string | undefined
  /** undefined: it was deleted. */
  readonly document: StoredDocument | undefined
}

export interface DeletedDocument extends DocumentKey {
  /** Of its deletion. */
  readonly version: Version
  /** Who deleted it, as the commit named them; undefined when it named nobody or is no longer kept. */
  readonly author: string | undefined
  /** Of its last state; undefined when that is no longer kept. */
  readonly lastVersion: Version | undefined
}

/** What plans rest on besides documents and records that they expect. */
export interface Ground {
  /** Names the history that versions belong to, by 8 bytes in hex: another one once the store was restored to an earlier state. */
  readonly incarnation: string
  /** Counts the changes of what is asked for each plan, such as indexes. */
  readonly catalogue: number
}

export interface Committed {
  readonly version: Version
  /** The newest version before it that is in the feed: whoever follows it and is there has missed nothing. */
  readonly previous: Version
  /** What it has raised the catalogue to; undefined when it was not to. */
  readonly catalogue?: number
}

export interface FeedPush extends Pick<Committed, 'version' | 'previous'> {
  /** Of the batch, where it was handed over here. */
  readonly ticket: BatchTicket | undefined
  readonly records: readonly RecordName[]
}

export interface Following {
  /** Everything in the feed up to this time was pushed, or was there when following began. Rises with the floor, too. */
  readTime(): Version
}

/** What a batch did. */
export interface FeedBatch {
  readonly version: Version
  /** As the batch named it; undefined when it named nobody. */
  readonly author: string | undefined
  readonly documents: readonly FedDocument[]
  /** Of watched spaces, as they may be read now. */
  readonly records: readonly RecordName[]
}

export interface FedDocument extends DocumentKey {
  /** At least one side is there. */
  readonly before: StoredDocument | undefined
  readonly after: StoredDocument | undefined
}

/** Names a batch for those that are planned on top of it before it is settled. Any object that no other batch has. */
export type BatchTicket = object

export interface CommitBatch {
  readonly ticket?: BatchTicket
  /** The time that it was planned with: its version is not below. */
  readonly notBefore?: Version
  /** What it was planned on. Absent: it does not matter. */
  readonly ground?: Ground
  /** It changes what other plans rest on. */
  readonly raisesCatalogue?: boolean
  /** Who made the change, for the history; kept as long as that. */
  readonly author?: string | undefined
  readonly expect?: readonly Expectation[]
  readonly documents?: readonly DocumentChange[]
  readonly records?: readonly RecordChange[]
  /** Keys of documents that stay as they are; those of one that has another version by now are passed over. */
  readonly entries?: readonly EntryChange[]
  /** Keys that go, whatever document they lead to. */
  readonly removedKeys?: readonly Uint8Array[]
}

export interface EntryChange extends DocumentKey {
  readonly updateTime: Version
  readonly addedEntries: readonly Uint8Array[]
}

export type Expectation =
  /** `updateTime` undefined: the document must be absent. */
  | { readonly kind: 'document'; readonly key: DocumentKey; readonly updateTime: Version | undefined }
  /** The document is as the batch with this ticket left it, which the same store has got and had not settled; refused when that one is. */
  | { readonly kind: 'document-after'; readonly key: DocumentKey; readonly ticket: BatchTicket }
  /** `revision` 0: the record must be absent. */
  | { readonly kind: 'record'; readonly space: string; readonly key: string; readonly revision: number }

export interface DocumentChange extends DocumentKey {
  /** undefined deletes the document. */
  readonly json: string | undefined
  /** It begins anew, even where there is one already: otherwise the time at which it was created stays. */
  readonly isCreated: boolean
  readonly addedEntries: readonly Uint8Array[]
  readonly removedEntries: readonly Uint8Array[]
}

export interface RecordName {
  readonly space: string
  readonly key: string
}

export interface RecordChange extends RecordName {
  /** undefined deletes the record. */
  readonly value: string | undefined
}
