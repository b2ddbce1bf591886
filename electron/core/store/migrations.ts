/**
 * The schema of library.db, one entry a version, applied in order. An entry that has been released is never edited: a
 * change is a new entry at the end.
 */
export const MIGRATIONS: readonly string[] = [
  `
  CREATE TABLE tasks (
    seq INTEGER PRIMARY KEY AUTOINCREMENT,
    id TEXT NOT NULL UNIQUE,
    batch_id TEXT NOT NULL,
    batch_name TEXT,
    profile_id TEXT NOT NULL,
    state TEXT NOT NULL,
    request TEXT NOT NULL,
    remote_id TEXT,
    remote_status TEXT,
    created_at INTEGER NOT NULL,
    updated_at INTEGER NOT NULL,
    sent_at INTEGER,
    ended_at INTEGER,
    polls INTEGER NOT NULL DEFAULT 0,
    attempts INTEGER NOT NULL DEFAULT 0,
    error TEXT,
    not_before INTEGER,
    wait_ms INTEGER,
    watch TEXT,
    last_answer TEXT
  ) STRICT;
  CREATE INDEX tasks_by_state ON tasks (state, seq);
  CREATE INDEX tasks_by_batch ON tasks (batch_id, seq);
  CREATE INDEX tasks_by_remote ON tasks (profile_id, remote_id) WHERE remote_id IS NOT NULL;

  CREATE TABLE task_history (
    task_id TEXT NOT NULL REFERENCES tasks (id) ON DELETE CASCADE,
    at INTEGER NOT NULL,
    kind TEXT NOT NULL,
    text TEXT NOT NULL
  ) STRICT;
  CREATE INDEX task_history_by_task ON task_history (task_id, at);

  CREATE TABLE assets (
    seq INTEGER PRIMARY KEY AUTOINCREMENT,
    id TEXT NOT NULL UNIQUE,
    task_id TEXT,
    place INTEGER NOT NULL DEFAULT 0,
    kind TEXT NOT NULL,
    media_type TEXT NOT NULL,
    mime_type TEXT NOT NULL,
    extension TEXT NOT NULL,
    sha256 TEXT NOT NULL,
    size_bytes INTEGER NOT NULL,
    width INTEGER,
    height INTEGER,
    duration_ms INTEGER,
    created_at INTEGER NOT NULL,
    provider TEXT NOT NULL,
    model TEXT NOT NULL,
    scene TEXT NOT NULL,
    prompt TEXT,
    options TEXT NOT NULL,
    inputs TEXT NOT NULL DEFAULT '[]',
    title TEXT,
    rating INTEGER NOT NULL DEFAULT 0,
    favorite INTEGER NOT NULL DEFAULT 0,
    trashed_at INTEGER,
    source_url TEXT
  ) STRICT;
  CREATE INDEX assets_by_time ON assets (created_at, seq);
  CREATE INDEX assets_by_task ON assets (task_id, place);
  CREATE INDEX assets_by_hash ON assets (sha256);

  CREATE TABLE asset_tags (
    asset_id TEXT NOT NULL REFERENCES assets (id) ON DELETE CASCADE,
    tag TEXT NOT NULL,
    PRIMARY KEY (asset_id, tag)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX asset_tags_by_tag ON asset_tags (tag);

  CREATE VIRTUAL TABLE asset_search USING fts5 (text, tokenize = 'trigram');

  CREATE TABLE inputs (
    id TEXT PRIMARY KEY,
    name TEXT NOT NULL,
    kind TEXT NOT NULL,
    mime_type TEXT NOT NULL,
    extension TEXT NOT NULL,
    width INTEGER,
    height INTEGER,
    duration_ms INTEGER,
    size_bytes INTEGER NOT NULL,
    sha256 TEXT NOT NULL,
    url TEXT,
    created_at INTEGER NOT NULL
  ) STRICT;

  CREATE TABLE requests (
    id INTEGER PRIMARY KEY,
    task_id TEXT NOT NULL,
    profile_id TEXT NOT NULL,
    provider TEXT NOT NULL,
    model TEXT NOT NULL,
    day TEXT NOT NULL,
    at INTEGER NOT NULL,
    outcome TEXT NOT NULL
  ) STRICT;
  CREATE INDEX requests_by_day ON requests (profile_id, day, outcome);
  CREATE INDEX requests_by_task ON requests (task_id);

  CREATE TABLE durations (
    kind TEXT NOT NULL,
    at INTEGER NOT NULL,
    seconds REAL NOT NULL
  ) STRICT;
  CREATE INDEX durations_by_kind ON durations (kind, at);

  CREATE TABLE facts (
    name TEXT PRIMARY KEY,
    value TEXT NOT NULL
  ) STRICT;

  CREATE TABLE model_listings (
    profile_id TEXT PRIMARY KEY,
    source TEXT NOT NULL,
    fetched_at INTEGER NOT NULL,
    body TEXT NOT NULL
  ) STRICT;
  `,
]
