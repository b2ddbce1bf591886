/**
 * Every event host → renderer.
 *
 * An event carries the whole new value of its subject, so that one that was missed is made good by the next, or by a
 * snapshot after a reconnect.
 */
import type { Agent, WaitingQuote } from './agents.ts'
import type { CastMember } from './cast.ts'
import type { Command, UiStateEntry, Notice, UpdateState } from './app.ts'
import type { RenderWork } from './rendering.ts'
import type { Asset, Collection, Job, SavedSearch } from './library.ts'
import type { Rendered } from './messages/message.ts'
import type { Connection, Profile } from './profiles.ts'
import type { QueueState } from './queue.ts'
import type { Sequence, SequenceSummary } from './sequences.ts'
import type { Progress } from './services.ts'
import type { Settings } from './settings.ts'
import type { Task } from './tasks.ts'
import type { WatchedFolder } from './watched.ts'

export interface Events {
  'task.changed': { readonly task: Task }
  /** How far a running task is; null where that is no longer known. */
  'task.progress': { readonly taskId: string; readonly progress: Progress | null }
  'task.removed': { readonly id: string }
  'queue.changed': { readonly queue: QueueState }
  'asset.added': { readonly asset: Asset }
  /** Any number of assets changed, were trashed or restored; the page asks again for what it shows. */
  'library.changed': { readonly ids: readonly string[] }
  /** The whole list of collections and saved searches. */
  'collections.changed': { readonly items: readonly Collection[] }
  'searches.changed': { readonly items: readonly SavedSearch[] }
  'cast.changed': { readonly items: readonly CastMember[] }
  /** The whole list; `sequence.changed` for one, also when a take of it came. */
  'sequences.changed': { readonly items: readonly SequenceSummary[] }
  'sequence.changed': { readonly sequence: Sequence }
  /** What waits for a page. */
  'rendering.changed': { readonly items: readonly RenderWork[] }
  'job.changed': { readonly job: Job }
  /** The whole list of watched folders. */
  'watched.changed': { readonly items: readonly WatchedFolder[] }
  'profiles.changed': { readonly items: readonly Profile[]; readonly activeId: string }
  'connection.changed': {
    readonly profileId: string
    readonly connection: Connection
    readonly message: Rendered
  }
  'uiState.changed': UiStateEntry
  /** The agents that are not removed, and what waits for the user's word. */
  'agents.changed': { readonly items: readonly Agent[] }
  'quotes.changed': { readonly items: readonly WaitingQuote[] }
  /** Something was spent or a price became known; the page asks again for what it shows. */
  'spending.changed': Readonly<Record<string, never>>
  'settings.changed': { readonly settings: Settings }
  /** Asked for outside the page; it opens a place or fills the form (desktop). */
  'command.invoked': { readonly command: Command }
  'update.changed': { readonly update: UpdateState }
  'notice.raised': Notice
  'notice.cleared': { readonly id: string }
}

export type EventName = keyof Events
export type EventMessage = {
  [Name in EventName]: { readonly name: Name; readonly data: Events[Name] }
}[EventName]
