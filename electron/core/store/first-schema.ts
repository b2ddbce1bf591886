/** The schema of the first version of library.db. Released, so never edited: see migrations.ts. */
export const FIRST_SCHEMA = `
  CREATE TABLE facts (
    name TEXT PRIMARY KEY,
    value TEXT NOT NULL
  ) STRICT;

  CREATE TABLE tasks (
    seq INTEGER PRIMARY KEY AUTOINCREMENT,
    id TEXT NOT NULL UNIQUE,
    batch_id TEXT NOT NULL,
    batch_name TEXT,
    profile_id TEXT NOT NULL,
    state TEXT NOT NULL,
    -- The number of the last line about it in accepted.jsonl.
    logged INTEGER NOT NULL DEFAULT 0,
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
    last_response TEXT
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
    source_url TEXT,
    template TEXT
  ) STRICT;
  CREATE INDEX assets_by_time ON assets (created_at, seq);
  CREATE INDEX assets_by_task ON assets (task_id, place);
  CREATE INDEX assets_by_hash ON assets (sha256, size_bytes);
  CREATE INDEX assets_by_trash ON assets (trashed_at) WHERE trashed_at IS NOT NULL;

  CREATE TABLE asset_tags (
    asset_id TEXT NOT NULL REFERENCES assets (id) ON DELETE CASCADE,
    tag TEXT NOT NULL,
    PRIMARY KEY (asset_id, tag)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX asset_tags_by_tag ON asset_tags (tag);

  CREATE TABLE perceptual_hashes (
    seq INTEGER PRIMARY KEY,
    sha256 TEXT NOT NULL UNIQUE,
    high INTEGER,
    low INTEGER
  ) STRICT;

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

  CREATE TABLE collections (
    id TEXT PRIMARY KEY,
    name TEXT NOT NULL,
    parent_id TEXT REFERENCES collections (id) ON DELETE CASCADE DEFERRABLE INITIALLY DEFERRED,
    created_at INTEGER NOT NULL
  ) STRICT;
  CREATE INDEX collections_by_parent ON collections (parent_id);

  CREATE TABLE collection_assets (
    collection_id TEXT NOT NULL REFERENCES collections (id) ON DELETE CASCADE,
    asset_id TEXT NOT NULL REFERENCES assets (id) ON DELETE CASCADE,
    PRIMARY KEY (collection_id, asset_id)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX collection_assets_by_asset ON collection_assets (asset_id);

  CREATE TABLE saved_searches (
    id TEXT PRIMARY KEY,
    name TEXT NOT NULL,
    filter TEXT NOT NULL,
    created_at INTEGER NOT NULL
  ) STRICT;

  CREATE TABLE asset_inputs (
    asset_id TEXT NOT NULL REFERENCES assets (id) ON DELETE CASCADE,
    input_id TEXT NOT NULL,
    sha256 TEXT NOT NULL,
    PRIMARY KEY (asset_id, input_id)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX asset_inputs_by_hash ON asset_inputs (sha256, asset_id);

  CREATE TABLE asset_origins (
    asset_id TEXT PRIMARY KEY REFERENCES assets (id) ON DELETE CASCADE,
    from_asset_id TEXT NOT NULL
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX asset_origins_by_source ON asset_origins (from_asset_id, asset_id);

  CREATE TABLE sidecars_due (
    asset_id TEXT PRIMARY KEY,
    changes INTEGER NOT NULL DEFAULT 1
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE purges (
    asset_id TEXT PRIMARY KEY,
    sha256 TEXT NOT NULL,
    extension TEXT NOT NULL
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE asset_changes (
    revision INTEGER PRIMARY KEY AUTOINCREMENT,
    seq INTEGER NOT NULL,
    token INTEGER NOT NULL DEFAULT (random())
  ) STRICT;
  INSERT INTO asset_changes (seq) VALUES (0);

  CREATE TRIGGER asset_inserted AFTER INSERT ON assets BEGIN
    INSERT INTO asset_changes (seq) VALUES (NEW.seq);
  END;
  CREATE TRIGGER asset_updated AFTER UPDATE OF kind, media_type, extension, width, height, created_at, provider, model, scene,
    prompt, title, rating, favorite, trashed_at ON assets BEGIN
    INSERT INTO asset_changes (seq) VALUES (NEW.seq);
  END;
  CREATE TRIGGER asset_deleted AFTER DELETE ON assets BEGIN
    INSERT INTO asset_changes (seq) VALUES (OLD.seq);
  END;
  CREATE TRIGGER asset_tag_inserted AFTER INSERT ON asset_tags BEGIN
    INSERT INTO asset_changes (seq) SELECT seq FROM assets WHERE id = NEW.asset_id;
  END;
  CREATE TRIGGER asset_tag_deleted AFTER DELETE ON asset_tags BEGIN
    INSERT INTO asset_changes (seq) SELECT seq FROM assets WHERE id = OLD.asset_id;
  END;
  CREATE TRIGGER collection_asset_inserted AFTER INSERT ON collection_assets BEGIN
    INSERT INTO asset_changes (seq) SELECT seq FROM assets WHERE id = NEW.asset_id;
  END;
  CREATE TRIGGER collection_asset_deleted AFTER DELETE ON collection_assets BEGIN
    INSERT INTO asset_changes (seq) SELECT seq FROM assets WHERE id = OLD.asset_id;
  END;

  CREATE TABLE model_listings (
    profile_id TEXT PRIMARY KEY,
    source TEXT NOT NULL,
    fetched_at INTEGER NOT NULL,
    body TEXT NOT NULL
  ) STRICT;

  CREATE TABLE queue_order (
    task_id TEXT PRIMARY KEY REFERENCES tasks (id) ON DELETE CASCADE,
    position REAL NOT NULL
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE ui_state (
    name TEXT PRIMARY KEY,
    value TEXT NOT NULL,
    updated_at INTEGER NOT NULL
  ) STRICT;

  CREATE TABLE prompts (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    digest TEXT NOT NULL UNIQUE,
    media_type TEXT NOT NULL,
    used_at INTEGER NOT NULL,
    uses INTEGER NOT NULL,
    folded TEXT NOT NULL,
    prompt TEXT NOT NULL,
    template TEXT,
    provider TEXT NOT NULL,
    model TEXT NOT NULL
  ) STRICT;
  CREATE INDEX prompts_by_time ON prompts (used_at, id);
  CREATE INDEX prompts_by_media ON prompts (media_type, used_at, id);

  CREATE TABLE model_uses (
    provider TEXT NOT NULL,
    model TEXT NOT NULL,
    media_type TEXT NOT NULL,
    used_at INTEGER NOT NULL,
    succeeded INTEGER NOT NULL DEFAULT 0,
    refused INTEGER NOT NULL DEFAULT 0,
    PRIMARY KEY (provider, model, media_type)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX model_uses_by_time ON model_uses (used_at);

  CREATE TABLE option_uses (
    provider TEXT NOT NULL,
    model TEXT NOT NULL,
    key TEXT NOT NULL,
    outcome TEXT NOT NULL,
    value TEXT NOT NULL,
    uses INTEGER NOT NULL,
    last_at INTEGER NOT NULL,
    PRIMARY KEY (provider, model, key, outcome, value)
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE input_uses (
    provider TEXT NOT NULL,
    model TEXT NOT NULL,
    option TEXT NOT NULL,
    form TEXT NOT NULL,
    outcome TEXT NOT NULL,
    uses INTEGER NOT NULL,
    last_at INTEGER NOT NULL,
    PRIMARY KEY (provider, model, option, form, outcome)
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE tasks_learned (
    seq INTEGER PRIMARY KEY
  ) STRICT;

  CREATE TABLE input_uploads (
    profile_id TEXT NOT NULL,
    object_url TEXT NOT NULL,
    sha256 TEXT NOT NULL,
    size_bytes INTEGER NOT NULL,
    uploaded_at INTEGER NOT NULL,
    checked_at INTEGER NOT NULL,
    PRIMARY KEY (profile_id, object_url)
  ) STRICT, WITHOUT ROWID;
  `
