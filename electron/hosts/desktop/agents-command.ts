/** The line that Settings > Agents tells the user to copy: the program for agents of this installation, or npm's of a checkout. */
import { tmpdir } from 'node:os'
import { app } from 'electron'
import { stdioCommand } from '#hosts/agents/stdio-arguments.ts'
import { placeAgentsProgram, refreshAgentsProgram, type AgentsInstallation } from './agents-program.ts'

export async function agentsCommand(dataDir: string): Promise<readonly string[]> {
  return stdioCommand(dataDir, app.isPackaged ? await placeAgentsProgram(installation(dataDir)) : undefined)
}

/** For clients that were given it before: after an update of an AppImage the program of before lies there. */
export async function refreshAgentsCommand(dataDir: string): Promise<void> {
  if (app.isPackaged) await refreshAgentsProgram(installation(dataDir))
}

function installation(dataDir: string): AgentsInstallation {
  const { platform, env: environment, execPath: program, resourcesPath: resources } = process
  return { dataDir, platform, environment, program, resources, tempDir: tmpdir() }
}
