/** The studio page's frame; `page-script.ts` fills it. */

export const PAGE_HTML = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>Sample studio</title>
<link rel="stylesheet" href="/studio/studio.css">
<script src="/studio/studio.js" defer></script>
</head>
<body>
<header>
  <h1>Sample studio</h1>
  <p id="state" role="status">Not connected</p>
</header>
<main>
  <form id="door">
    <label for="key">API key of the first user</label>
    <div class="row">
      <input id="key" type="password" autocomplete="off" spellcheck="false" required>
      <button type="submit">Connect</button>
    </div>
    <p class="hint">The service prints it when it starts. It stays in this page’s memory and is sent to this service only.</p>
    <p id="refusal" class="refusal" role="alert" hidden></p>
  </form>
  <section id="tasks" aria-labelledby="tasks-title" hidden>
    <h2 id="tasks-title">Tasks <span id="load" class="count"></span></h2>
    <div class="scroll" tabindex="0" role="region" aria-labelledby="tasks-title">
      <table>
        <thead><tr><th>Status</th><th>Progress</th><th>Model</th><th>Prompt</th><th>User</th><th>Took</th><th>Created</th></tr></thead>
        <tbody id="task-rows"></tbody>
      </table>
      <p id="no-tasks" class="hint">No task yet.</p>
    </div>
  </section>
  <section id="requests" aria-labelledby="requests-title" hidden>
    <h2 id="requests-title">Requests <span id="request-count" class="count"></span></h2>
    <div class="scroll" tabindex="0" role="region" aria-labelledby="requests-title">
      <table>
        <thead><tr><th>Time</th><th>Answer</th><th>Request</th><th>User</th><th>ms</th><th>Fault on request</th></tr></thead>
        <tbody id="request-rows"></tbody>
      </table>
      <p id="no-requests" class="hint">No request yet.</p>
    </div>
  </section>
</main>
</body>
</html>
`
