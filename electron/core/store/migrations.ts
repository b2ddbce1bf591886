/**
 * The schema of library.db, one entry a version, applied in order. An entry that has been released is never edited: a
 * change is a new entry at the end.
 */
import { FIRST_SCHEMA } from './first-schema.ts'

export const MIGRATIONS: readonly string[] = [
  FIRST_SCHEMA,
  `
  CREATE TABLE unreadable_files (
    sha256 TEXT PRIMARY KEY,
    reason TEXT NOT NULL,
    at INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;
  `,
  `
  CREATE TABLE model_descriptions (
    profile_id TEXT NOT NULL,
    source TEXT NOT NULL,
    model TEXT NOT NULL,
    fetched_at INTEGER NOT NULL,
    body TEXT NOT NULL,
    PRIMARY KEY (profile_id, source, model)
  ) STRICT, WITHOUT ROWID;

  ALTER TABLE tasks ADD COLUMN candidates TEXT;

  CREATE TABLE workflows (
    profile_id TEXT NOT NULL,
    name TEXT NOT NULL,
    added_at INTEGER NOT NULL,
    body TEXT NOT NULL,
    PRIMARY KEY (profile_id, name)
  ) STRICT, WITHOUT ROWID;
  `,
  `
  ALTER TABLE tasks ADD COLUMN agent_id TEXT;
  CREATE INDEX tasks_by_agent ON tasks (agent_id, created_at) WHERE agent_id IS NOT NULL;

  ALTER TABLE requests ADD COLUMN agent_id TEXT;
  -- What the request costs as far as is known; null is unpriced. Until the service has said it, what is expected.
  ALTER TABLE requests ADD COLUMN amount REAL;
  ALTER TABLE requests ADD COLUMN unit TEXT;
  ALTER TABLE requests ADD COLUMN price_source TEXT;
  CREATE INDEX requests_by_agent ON requests (agent_id, day) WHERE agent_id IS NOT NULL;
  CREATE INDEX requests_by_time ON requests (at);
  CREATE INDEX requests_open ON requests (task_id) WHERE outcome IN ('sending', 'unknown');

  CREATE TABLE model_prices (
    profile_id TEXT NOT NULL,
    provider TEXT NOT NULL,
    model TEXT NOT NULL,
    -- user: typed. listing: as the service lists it. service: what it said last in a result.
    source TEXT NOT NULL,
    -- What it is per and what multiplies it, as JSON.
    price TEXT NOT NULL,
    updated_at INTEGER NOT NULL,
    PRIMARY KEY (profile_id, provider, model, source)
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE agents (
    id TEXT PRIMARY KEY,
    name TEXT NOT NULL,
    token_hash TEXT NOT NULL UNIQUE,
    created_at INTEGER NOT NULL,
    last_used_at INTEGER,
    revoked_at INTEGER,
    requests_per_day INTEGER NOT NULL,
    amount_per_day REAL,
    amount_unit TEXT
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE quotes (
    id TEXT PRIMARY KEY,
    agent_id TEXT NOT NULL,
    profile_id TEXT NOT NULL,
    -- What the profile was when it was quoted: kind and address.
    address TEXT NOT NULL,
    requests TEXT NOT NULL,
    state TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    expires_at INTEGER NOT NULL,
    -- When generate was first called with it.
    asked_at INTEGER,
    decided_at INTEGER,
    batch_id TEXT
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX quotes_by_state ON quotes (state, created_at);

  CREATE TABLE votes (
    id INTEGER PRIMARY KEY,
    at INTEGER NOT NULL,
    media_type TEXT NOT NULL,
    first_asset_id TEXT NOT NULL,
    second_asset_id TEXT NOT NULL,
    first_provider TEXT NOT NULL,
    first_model TEXT NOT NULL,
    second_provider TEXT NOT NULL,
    second_model TEXT NOT NULL,
    -- first, second, both or neither.
    preferred TEXT NOT NULL
  ) STRICT;
  CREATE UNIQUE INDEX votes_by_pair ON votes (first_asset_id, second_asset_id);
  `,
  `
  -- Presses that sent a task of unknown outcome again.
  CREATE TABLE resends (
    task_id TEXT NOT NULL REFERENCES tasks (id) ON DELETE CASCADE,
    press_id TEXT NOT NULL,
    PRIMARY KEY (task_id, press_id)
  ) STRICT, WITHOUT ROWID;
  `,
  `
  -- Amounts are integers, in millionths of their unit, rounded up. What is left of adding fractions in binary is nothing.
  ALTER TABLE requests ADD COLUMN millionths INTEGER;
  UPDATE requests SET millionths = CAST(amount * 1e6 AS INTEGER) + (amount * 1e6 - CAST(amount * 1e6 AS INTEGER) > 1e-6) WHERE amount IS NOT NULL;
  ALTER TABLE requests DROP COLUMN amount;
  -- What was expected when it was sent. It counts against caps and budgets where it is more than what the service said, until that
  -- is vouched for.
  ALTER TABLE requests ADD COLUMN reserved_millionths INTEGER;
  ALTER TABLE requests ADD COLUMN reserved_unit TEXT;
  UPDATE requests SET reserved_millionths = millionths, reserved_unit = unit WHERE price_source IN ('user', 'listing');

  -- What a cap counts begins at a moment, and what a budget counts at another.
  CREATE INDEX requests_by_profile ON requests (profile_id, at);
  DROP INDEX requests_by_agent;
  CREATE INDEX requests_by_agent ON requests (agent_id, at) WHERE agent_id IS NOT NULL;

  -- A limit is rounded down.
  ALTER TABLE agents ADD COLUMN millionths_per_day INTEGER;
  UPDATE agents SET millionths_per_day = CAST(amount_per_day * 1e6 + 0.000001 AS INTEGER) WHERE amount_per_day IS NOT NULL;
  ALTER TABLE agents DROP COLUMN amount_per_day;

  UPDATE model_prices SET price = json_set(json_remove(price, '$.value'), '$.millionths',
    (SELECT CAST(m AS INTEGER) + (m - CAST(m AS INTEGER) > 1e-6) FROM (SELECT (price ->> '$.value') * 1e6 AS m)));
  UPDATE model_prices SET price = json_set(price, '$.scenes', json((
      SELECT json_group_object(key, CAST(m AS INTEGER) + (m - CAST(m AS INTEGER) > 1e-6))
      FROM (SELECT key, value * 1e6 AS m FROM json_each(price, '$.scenes')))))
    WHERE json_type(price, '$.scenes') IS NOT NULL;

  -- Of the models whose options are known, those options that say how many are made or how long they are, as JSON: what they are where
  -- a request does not give them, null where that is not known.
  CREATE TABLE model_counts (
    profile_id TEXT NOT NULL,
    provider TEXT NOT NULL,
    model TEXT NOT NULL,
    counts TEXT NOT NULL,
    PRIMARY KEY (profile_id, provider, model)
  ) STRICT, WITHOUT ROWID;
  INSERT INTO model_counts SELECT profile_id, provider, model, price -> '$.multipliers' FROM model_prices
    WHERE json_type(price, '$.multipliers') IS NOT NULL;
  UPDATE model_prices SET price = json_remove(price, '$.multipliers');
  UPDATE model_prices SET price = json_set(price, '$.per', 'request') WHERE source = 'user';
  `,
  `
  -- Of an agent's task: SHA-256 of the request that was approved.
  ALTER TABLE tasks ADD COLUMN body_hash TEXT;

  -- SHA-256 of all requests of a quote, of each, and what they are to be shown, as JSON.
  ALTER TABLE quotes ADD COLUMN body_hash TEXT NOT NULL DEFAULT '';
  ALTER TABLE quotes ADD COLUMN body_hashes TEXT NOT NULL DEFAULT '[]';
  ALTER TABLE quotes ADD COLUMN bodies TEXT NOT NULL DEFAULT '[]';
  -- What the user was shown when they approved it, as JSON.
  ALTER TABLE quotes ADD COLUMN approved_price TEXT;
  -- Nobody saw what these would have sent.
  UPDATE quotes SET state = 'expired', requests = '[]' WHERE state IN ('quoted', 'approved');
  `,
  `
  -- What is said of a line of history: a message as JSON, empty where its kind says it all. Older lines hold a sentence.
  ALTER TABLE task_history RENAME COLUMN text TO message;
  `,
  `
  -- What was sent, as one hash (tasks/request-hash.ts): what was made once is found when the same is asked for again.
  ALTER TABLE tasks ADD COLUMN request_hash TEXT;
  ALTER TABLE assets ADD COLUMN request_hash TEXT;
  CREATE INDEX assets_by_request ON assets (request_hash) WHERE request_hash IS NOT NULL;
  `,
  `
  CREATE TABLE cast_members (
    id TEXT PRIMARY KEY,
    -- As no two members may have it (rules/handles.ts).
    handle_key TEXT NOT NULL UNIQUE,
    handle TEXT NOT NULL,
    name TEXT NOT NULL,
    sentence TEXT NOT NULL,
    -- [{sha256, role?}] as JSON.
    images TEXT NOT NULL,
    voice TEXT,
    created_at INTEGER NOT NULL,
    updated_at INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE sequences (
    id TEXT PRIMARY KEY,
    name TEXT NOT NULL,
    -- Shots, sound and the size and frame rate of the whole, as JSON.
    body TEXT NOT NULL,
    revision INTEGER NOT NULL,
    created_at INTEGER NOT NULL,
    updated_at INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;

  -- The shots that an asset is a take of. It is a fact about the asset: a sequence that is removed and restored has its takes again.
  CREATE TABLE takes (
    asset_id TEXT NOT NULL REFERENCES assets (id) ON DELETE CASCADE,
    sequence_id TEXT NOT NULL,
    shot_id TEXT NOT NULL,
    -- When it became one.
    created_at INTEGER NOT NULL,
    PRIMARY KEY (asset_id, sequence_id, shot_id)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX takes_by_shot ON takes (sequence_id, shot_id);
  CREATE INDEX tasks_by_request ON tasks (request_hash) WHERE request_hash IS NOT NULL;

  -- Shots of a plan that was accepted and whose first frame is not made yet. Each becomes a task, or ends, exactly once.
  CREATE TABLE waiting_shots (
    sequence_id TEXT NOT NULL REFERENCES sequences (id) ON DELETE CASCADE,
    shot_id TEXT NOT NULL,
    batch_id TEXT NOT NULL,
    -- The press or the agent that accepted the plan, and what was to be sent, as JSON.
    body TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    PRIMARY KEY (sequence_id, shot_id)
  ) STRICT, WITHOUT ROWID;

  -- The last frame of a video as an input: made once, so that the same request keeps its hash.
  CREATE TABLE last_frames (
    sha256 TEXT PRIMARY KEY,
    input_sha256 TEXT NOT NULL
  ) STRICT, WITHOUT ROWID;
  `,
  `
  -- Files of other tools that were taken in, by where they lie: a second run need not read them again.
  CREATE TABLE archive_files (
    path TEXT PRIMARY KEY,
    sha256 TEXT NOT NULL,
    size_bytes INTEGER NOT NULL,
    modified_at INTEGER NOT NULL,
    -- 1: the library has no copy, and shows the file from there.
    in_place INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX archive_files_in_place ON archive_files (sha256) WHERE in_place = 1;
  `,
  `
  -- Of an agent's task: what it cost when it was let through, as JSON.
  ALTER TABLE tasks ADD COLUMN quoted_price TEXT;
  `,
  `
  -- Batches of which the user removed tasks: the press that made one may come again.
  CREATE TABLE removed_batches (
    batch_id TEXT PRIMARY KEY
  ) STRICT, WITHOUT ROWID;
  `,
]
