/**
 * Loaded into every program that a command runs (`--import`): ends it, the way SIGTERM does, when the command is gone. Windows has no
 * signals: there its own listeners are told alone.
 */
process.once('disconnect', () => process.emit('SIGTERM', 'SIGTERM') || process.exit(143))
process.channel?.unref()
