/** Loaded into every program that a command runs (`--import`): ends it, the way SIGTERM does, when the command is gone. */
process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'))
process.channel?.unref()
