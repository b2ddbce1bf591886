/** Written by `npm run messages` from en/*.json: what each message takes. */
export interface MessageValues {
  'agents.switchedOff': undefined
  'agents.removed': undefined
  'agents.noAgent': undefined
  'agents.tooMany': { readonly limit: number }
  'agents.anonymous.noBudget': undefined
  'agents.anonymous.stays': undefined
  'agents.quote.none': undefined
  'agents.quote.tooManyOpen': { readonly count: number }
  'agents.quote.tooManyRequests': { readonly limit: number }
  'agents.quote.tooLong': { readonly kilobytes: number }
  'agents.quote.sent': undefined
  'agents.quote.refused': undefined
  'agents.quote.expired': undefined
  'agents.quote.serviceChanged': undefined
  'agents.quote.sequenceChanged': undefined
  'agents.quote.otherBody': undefined
  'agents.quote.otherPrice': undefined
  'agents.onlyUserStarts': undefined
  'agents.tooManyCalls': undefined
  'agents.serverOff': undefined
  'agents.unknownToken': undefined
  'agents.batchTooLarge': { readonly limit: number }
  'agents.ended': undefined
  'agents.refused': { readonly status: string | number | readonly string[] }
  'agents.serverClosed': undefined
  'agents.noDisplay': undefined
  'agents.noSandbox': undefined
  'agents.programMissing': { readonly program: string | number | readonly string[] }
  'agents.programEnded': { readonly code: string | number | readonly string[] }
  'agents.tasksRemoved': undefined
  'agents.waiting': undefined
  'agents.underWay': { readonly left: number; readonly count: number }
  'agents.listProfiles': undefined
  'agents.sent': { readonly tasks: string | number | readonly string[] }
  'agents.waitingFor': { readonly expiresAt: string | number | readonly string[] }
  'agents.approveInAtelier': undefined
  'agents.fileRefused': { readonly gigabytes: number }
  'agents.imported': { readonly asset: string | number | readonly string[] }
  'agents.importedBefore': { readonly asset: string | number | readonly string[] }
  'agents.asset': { readonly assetId: string | number | readonly string[]; readonly kind: string | number | readonly string[]; readonly hasFile: string; readonly file: string | number | readonly string[] }
  'agents.assetWithPrompt': { readonly assetId: string | number | readonly string[]; readonly kind: string | number | readonly string[]; readonly hasFile: string; readonly file: string | number | readonly string[]; readonly prompt: string | number | readonly string[] }
  'agents.found': { readonly count: number }
  'agents.models': { readonly count: number }
  'agents.model': { readonly model: string | number | readonly string[]; readonly provider: string | number | readonly string[] }
  'agents.modelUnknown': { readonly model: string | number | readonly string[]; readonly provider: string | number | readonly string[] }
  'agents.options': { readonly label: string | number | readonly string[]; readonly options: string | number | readonly string[] }
  'agents.optionsUnknown': { readonly label: string | number | readonly string[] }
  'agents.quote': { readonly quoteId: string | number | readonly string[]; readonly count: number; readonly price: string | number | readonly string[] }
  'agents.quoteAboveBudget': undefined
  'agents.quoteInBudget': undefined
  'agents.sequence': { readonly sequenceId: string | number | readonly string[]; readonly name: string | number | readonly string[]; readonly count: number }
  'agents.sequence.none': undefined
  'agents.sequence.shot': { readonly shotId: string | number | readonly string[]; readonly title: string | number | readonly string[]; readonly state: string | number | readonly string[] }
  'agents.sequence.shotBecause': { readonly shotId: string | number | readonly string[]; readonly title: string | number | readonly string[]; readonly state: string | number | readonly string[]; readonly reason: string | number | readonly string[] }
  'agents.sequence.aboveBudget': undefined
  'agents.sequence.inBudget': undefined
  'agents.sequence.nothing': undefined
  'agents.sequence.sent': { readonly quoteId: string | number | readonly string[]; readonly tasks: string | number | readonly string[] }
  'agents.sequence.waits': { readonly quoteId: string | number | readonly string[] }
  'agents.sequence.failed': { readonly quoteId: string | number | readonly string[]; readonly reason: string | number | readonly string[] }
  'agents.price.sum': { readonly parts: string | number | readonly string[] }
  'agents.price.amount': { readonly unit: string; readonly value: number }
  'agents.price.unpriced': { readonly count: number }
  'agents.price.allUnpriced': undefined
  'agents.price.free': undefined
  'agents.price.nothing': undefined
  'agents.today': { readonly count: number; readonly budget: number }
  'agents.spent': { readonly day: string | number | readonly string[]; readonly model: string | number | readonly string[]; readonly count: number; readonly price: string | number | readonly string[] }
  'agents.reserved': { readonly price: string | number | readonly string[] }
  'agents.stopRefused': { readonly state: string | number | readonly string[] }
  'agents.notOver': undefined
  'app.launchUrl.webOnly': undefined
  'app.contact.serviceAway': undefined
  'app.updates.elsewhere': undefined
  'app.saveFile.kind': undefined
  'app.saveFile.failed': undefined
  'app.keyStorage.fixed': undefined
  'app.email': undefined
  'app.noContent': undefined
  'app.contentTooLong': { readonly limit: number }
  'app.noJob': undefined
  'app.cancelled': { readonly done: number }
  'app.cancelledOf': { readonly done: number; readonly total: number }
  'arena.notComparable': undefined
  'arena.voted': undefined
  'arena.noVote': undefined
  'cast.handle.taken': { readonly handle: string | number | readonly string[]; readonly name: string | number | readonly string[] }
  'cast.handle.wrong': undefined
  'cast.imageGone': { readonly count: number; readonly name: string | number | readonly string[] }
  'cast.imagesOmitted': { readonly left: number; readonly name: string | number | readonly string[] }
  'cast.none': undefined
  'cast.notImage': undefined
  'cast.takesNoImages': { readonly name: string | number | readonly string[] }
  'cast.takesNoVoice': { readonly name: string | number | readonly string[] }
  'cast.tooMany': { readonly limit: number }
  'cast.tooManyImages': { readonly limit: number }
  'cast.voiceTaken': { readonly name: string | number | readonly string[] }
  'catalog.skipped': undefined
  'catalog.listsAll': { readonly service: string | number | readonly string[] }
  'catalog.noWorkflow': undefined
  'catalog.takesNoWorkflows': { readonly service: string | number | readonly string[] }
  'catalog.workflowMissing': undefined
  'catalog.workflowUnreadable': undefined
  'catalog.searchEmpty': undefined
  'catalog.webPage': undefined
  'catalog.plainText': undefined
  'catalog.emptyResponse': undefined
  'catalog.error': undefined
  'catalog.errorCode': { readonly code: string | number | readonly string[] }
  'catalog.errorSaid': { readonly said: string | number | readonly string[] }
  'catalog.errorSaidCode': { readonly said: string | number | readonly string[]; readonly code: string | number | readonly string[] }
  'catalog.noModel': undefined
  'command-line.usage': { readonly services: string | number | readonly string[]; readonly variables: string | number | readonly string[] }
  'command-line.usageProgram': undefined
  'command-line.usageProgramGenerate': undefined
  'command-line.approve': undefined
  'command-line.goesOn': undefined
  'command-line.notSentYet': undefined
  'command-line.usageFindResults': undefined
  'command-line.usageReadModels': undefined
  'command-line.unknownArgument': { readonly argument: string | number | readonly string[] }
  'command-line.valueMissing': { readonly argument: string | number | readonly string[] }
  'command-line.valueNotTaken': { readonly argument: string | number | readonly string[] }
  'command-line.unexpectedWord': { readonly word: string | number | readonly string[] }
  'command-line.noCommand': { readonly word: string | number | readonly string[] }
  'command-line.known': { readonly known: string | number | readonly string[] }
  'command-line.takesFolder': { readonly argument: string | number | readonly string[] }
  'command-line.takesPort': { readonly argument: string | number | readonly string[]; readonly given: string | number | readonly string[] }
  'command-line.takesOneOf': { readonly argument: string | number | readonly string[]; readonly known: string | number | readonly string[]; readonly given: string | number | readonly string[] }
  'command-line.takesPair': { readonly argument: string | number | readonly string[]; readonly given: string | number | readonly string[] }
  'command-line.takesAddress': { readonly argument: string | number | readonly string[]; readonly given: string | number | readonly string[] }
  'command-line.filesMissing': undefined
  'command-line.promptMissing': undefined
  'command-line.modelNotListed': { readonly model: string | number | readonly string[] }
  'command-line.noModels': undefined
  'command-line.noModelFor': { readonly scene: string | number | readonly string[] }
  'command-line.outReadOnly': { readonly folder: string | number | readonly string[] }
  'command-line.notCopied': { readonly folder: string | number | readonly string[] }
  'command-line.resultGone': undefined
  'command-line.localServiceLate': { readonly seconds: number }
  'command-line.fileNotJson': undefined
  'command-line.noFile': undefined
  'command-line.isFolder': undefined
  'command-line.fileForbidden': undefined
  'command-line.fileUnreadable': { readonly reason: string | number | readonly string[] }
  'command-line.inputUnreadable': { readonly file: string | number | readonly string[] }
  'command-line.interrupted': undefined
  'command-line.interruptedAtService': undefined
  'command-line.noTask': undefined
  'command-line.remoteId': { readonly remoteId: string | number | readonly string[] }
  'command-line.taskKept': { readonly folder: string | number | readonly string[] }
  'command-line.progress.sending': undefined
  'command-line.progress.running': undefined
  'command-line.progress.saving': undefined
  'command-line.progress.saved': undefined
  'command-line.unknownService': { readonly service: string | number | readonly string[] }
  'command-line.keyNeeded': { readonly service: string | number | readonly string[]; readonly variable: string | number | readonly string[] }
  'command-line.keyPage': { readonly keyPage: string | number | readonly string[] }
  'command-line.addressNeeded': { readonly service: string | number | readonly string[] }
  'command-line.profileName': undefined
  'command-line.usageSequence': undefined
  'command-line.oneSequenceFile': undefined
  'command-line.sequenceUnreadable': { readonly file: string | number | readonly string[] }
  'command-line.sequenceWrong': { readonly file: string | number | readonly string[]; readonly field: string | number | readonly string[] }
  'command-line.shotPlanned': { readonly title: string | number | readonly string[]; readonly state: string; readonly isPriced: string; readonly price: string | number | readonly string[] }
  'command-line.sequencePlanned': { readonly requests: number; readonly reused: number; readonly price: string | number | readonly string[] }
  'command-line.sequenceNotSent': undefined
  'command-line.shotNotMade': { readonly title: string | number | readonly string[] }
  'desktop.usage': undefined
  'desktop.otherProgram': { readonly command: string | number | readonly string[] }
  'desktop.couldNotStart': undefined
  'desktop.hasToEnd': undefined
  'desktop.fatal': undefined
  'desktop.preloadFailed': undefined
  'desktop.pageFailed': undefined
  'desktop.pageGone': undefined
  'desktop.pageGoneHelp': undefined
  'desktop.loadPage': undefined
  'desktop.close': undefined
  'desktop.ok': undefined
  'desktop.safeMode': undefined
  'desktop.updateNotInstalled': { readonly asked: string | number | readonly string[]; readonly version: string | number | readonly string[] }
  'desktop.update.tampered': undefined
  'desktop.update.diskFull': undefined
  'desktop.update.folderReadOnly': undefined
  'desktop.update.unreachable': undefined
  'desktop.update.refused': undefined
  'desktop.update.unchanged': undefined
  'desktop.needsYou': { readonly count: number }
  'desktop.tray.tooltip': { readonly summary: string | number | readonly string[] }
  'desktop.tray.summary': { readonly parts: string | number | readonly string[] }
  'desktop.tray.running': { readonly count: number }
  'desktop.tray.downloading': { readonly count: number }
  'desktop.tray.waiting': { readonly count: number }
  'desktop.tray.paused': undefined
  'desktop.tray.idle': undefined
  'desktop.tray.approvals': undefined
  'desktop.tray.open': undefined
  'desktop.tray.resume': undefined
  'desktop.tray.pause': undefined
  'desktop.tray.quit': undefined
  'desktop.keepOn.title': { readonly platform: string }
  'desktop.keepOn.text': { readonly count: number; readonly platform: string }
  'desktop.keepOn.keep': undefined
  'desktop.quit.question': undefined
  'desktop.quit.updateQuestion': undefined
  'desktop.quit.atService': { readonly count: number }
  'desktop.quit.waiting': { readonly count: number }
  'desktop.quit.quit': undefined
  'desktop.quit.install': undefined
  'desktop.quit.stay': undefined
  'desktop.quit.dontShow': undefined
  'desktop.notification.outcomes': { readonly outcomes: string | number | readonly string[] }
  'desktop.notification.needsYou': { readonly count: number }
  'desktop.notification.done': { readonly count: number }
  'desktop.notification.failed': { readonly count: number }
  'desktop.notification.agentWaits': { readonly agent: string | number | readonly string[] }
  'desktop.notification.quotesWait': { readonly count: number }
  'desktop.notification.nothingSent': undefined
  'desktop.recipeFiles': undefined
  'desktop.noRecipe': { readonly file: string | number | readonly string[] }
  'desktop.fileUnreadable': undefined
  'desktop.dictionary': undefined
  'desktop.pastePlain': undefined
  'desktop.jump.create': undefined
  'desktop.jump.gallery': undefined
  'desktop.fileKind.recipe': undefined
  'desktop.fileKind.json': undefined
  'desktop.fileKind.png': undefined
  'desktop.fileKind.text': undefined
  'desktop.fileKind.zip': undefined
  'desktop.keyStorage.title': undefined
  'desktop.keyStorage.noKeychain': undefined
  'desktop.keyStorage.choice': undefined
  'desktop.keyStorage.session': undefined
  'desktop.keyStorage.readable': undefined
  'desktop.menu.file': undefined
  'desktop.menu.edit': undefined
  'desktop.menu.view': undefined
  'desktop.menu.go': undefined
  'desktop.menu.window': undefined
  'desktop.menu.help': undefined
  'desktop.menu.settings': undefined
  'desktop.menu.newPrompt': undefined
  'desktop.menu.openRecipe': undefined
  'desktop.menu.shortcuts': undefined
  'desktop.menu.palette': undefined
  'desktop.menu.create': undefined
  'desktop.menu.queue': undefined
  'desktop.menu.gallery': undefined
  'desktop.menu.pause': undefined
  'desktop.role.about': undefined
  'desktop.role.services': undefined
  'desktop.role.hide': undefined
  'desktop.role.hideOthers': undefined
  'desktop.role.unhide': undefined
  'desktop.role.quit': { readonly platform: string }
  'desktop.role.close': { readonly platform: string }
  'desktop.role.undo': undefined
  'desktop.role.redo': undefined
  'desktop.role.cut': undefined
  'desktop.role.copy': undefined
  'desktop.role.paste': undefined
  'desktop.role.pasteAndMatchStyle': undefined
  'desktop.role.delete': undefined
  'desktop.role.selectAll': undefined
  'desktop.role.showSubstitutions': undefined
  'desktop.role.toggleSmartQuotes': undefined
  'desktop.role.toggleSmartDashes': undefined
  'desktop.role.toggleTextReplacement': undefined
  'desktop.role.startSpeaking': undefined
  'desktop.role.stopSpeaking': undefined
  'desktop.role.resetZoom': undefined
  'desktop.role.zoomIn': undefined
  'desktop.role.zoomOut': undefined
  'desktop.role.togglefullscreen': undefined
  'desktop.role.reload': undefined
  'desktop.role.toggleDevTools': undefined
  'desktop.role.minimize': undefined
  'desktop.role.zoom': undefined
  'desktop.role.front': undefined
  'desktop.menu.substitutions': undefined
  'desktop.menu.speech': undefined
  'exchange.noClipboard': undefined
  'exchange.imageNotCopied': undefined
  'exchange.dragUnavailable': undefined
  'exchange.noRecipe': undefined
  'exchange.recipeTooLarge': undefined
  'exchange.recipeNewer': undefined
  'exchange.recipeDamaged': undefined
  'exchange.recipeDamagedAt': { readonly place: string | number | readonly string[] }
  'exchange.recipeOfWhat': undefined
  'exchange.unknownPart': { readonly part: string | number | readonly string[]; readonly known: string | number | readonly string[] }
  'exchange.exportWhat': undefined
  'exchange.nothingFound': undefined
  'exchange.noPlaceDialog': undefined
  'exchange.noPlaceChosen': undefined
  'exchange.exporting': { readonly count: number }
  'exchange.exported': { readonly count: number; readonly path: string | number | readonly string[] }
  'exchange.exported.beside': { readonly count: number }
  'exchange.exported.unconverted': { readonly count: number }
  'exchange.exported.missing': { readonly count: number; readonly more: number; readonly names: string | number | readonly string[] }
  'exchange.exported.gone': { readonly count: number }
  'exchange.exported.uncertain': { readonly count: number }
  'exchange.cancelledZip': undefined
  'exchange.diskFull': undefined
  'exchange.unfinishedZip': undefined
  'exchange.exportedSoFar': { readonly total: number; readonly exported: number; readonly path: string | number | readonly string[] }
  'exchange.exportAgain': undefined
  'exchange.importAgain': undefined
  'exchange.lookingInto': { readonly name: string | number | readonly string[] }
  'exchange.importing': { readonly count: number }
  'exchange.imported': { readonly count: number }
  'exchange.imported.known': { readonly count: number }
  'exchange.imported.trashed': { readonly count: number }
  'exchange.imported.unreadable': { readonly count: number; readonly more: number; readonly names: string | number | readonly string[] }
  'exchange.imported.noMedia': { readonly count: number; readonly more: number; readonly names: string | number | readonly string[] }
  'exchange.imported.tooLarge': { readonly count: number; readonly more: number; readonly names: string | number | readonly string[] }
  'exchange.imported.skipped': { readonly count: number }
  'exchange.notImported': { readonly name: string | number | readonly string[] }
  'exchange.nothingImported': undefined
  'exchange.notMedia': { readonly name: string | number | readonly string[] }
  'exchange.uploadTooLarge': { readonly name: string | number | readonly string[]; readonly gigabytes: number }
  'exchange.zip.unreadable': { readonly name: string | number | readonly string[] }
  'exchange.zip.damaged': { readonly name: string | number | readonly string[] }
  'exchange.zip.incomplete': { readonly name: string | number | readonly string[] }
  'exchange.zip.tooManyFiles': { readonly name: string | number | readonly string[]; readonly limit: number }
  'exchange.zip.tooTight': { readonly name: string | number | readonly string[] }
  'exchange.zip.tooLarge': { readonly name: string | number | readonly string[]; readonly limit: number }
  'exchange.folderPath': undefined
  'exchange.folderElsewhere': undefined
  'exchange.noFolder': undefined
  'exchange.noFolderDialog': undefined
  'exchange.noFolderChosen': undefined
  'exchange.imported.unread': { readonly count: number }
  'exchange.archiveGoesOn': { readonly name: string | number | readonly string[] }
  'exchange.archiveAway': { readonly name: string | number | readonly string[] }
  'exchange.archiveStopped': { readonly name: string | number | readonly string[] }
  'exchange.archiveZip': undefined
  'exchange.watch.own': undefined
  'exchange.watch.tooWide': undefined
  'exchange.watch.twice': undefined
  'exchange.watch.tooMany': { readonly limit: number }
  'exchange.watch.gone': undefined
  'hand-off.writing': { readonly name: string | number | readonly string[] }
  'hand-off.written': { readonly name: string | number | readonly string[] }
  'hand-off.noCaptions': undefined
  'hand-off.edlTooFast': { readonly rate: number }
  'hand-off.mediaGone': { readonly count: number }
  'hand-off.filesGone': { readonly count: number }
  'hand-off.withoutMedia': { readonly count: number }
  'hand-off.open': { readonly count: number }
  'hand-off.unheard': { readonly count: number }
  'hand-off.cancelled': undefined
  'hand-off.diskFull': undefined
  'hand-off.tooManyFiles': { readonly limit: number }
  'hand-off.tooLong': undefined
  'hand-off.noSequence': undefined
  'hand-off.newer': undefined
  'hand-off.damagedAt': { readonly place: string | number | readonly string[] }
  'hand-off.noFile': undefined
  'hand-off.elsewhere': undefined
  'hand-off.isRecipe': { readonly name: string | number | readonly string[] }
  'hand-off.strangePacking': { readonly name: string | number | readonly string[] }
  'hand-off.twice': { readonly name: string | number | readonly string[] }
  'hand-off.stranger': { readonly name: string | number | readonly string[] }
  'hand-off.wrongHash': { readonly name: string | number | readonly string[] }
  'hand-off.renamed': { readonly handle: string | number | readonly string[]; readonly other: string | number | readonly string[] }
  'hand-off.imagesMissing': { readonly count: number; readonly handle: string | number | readonly string[] }
  'hand-off.takesMissing': { readonly count: number }
  'hand-off.soundsMissing': { readonly count: number }
  'hosts.nothingHere': undefined
  'hosts.noResponse': undefined
  'hosts.noCall': undefined
  'hosts.onlyWindow': undefined
  'hosts.jsonExpected': undefined
  'hosts.inputNotJson': undefined
  'hosts.inputTooLarge': { readonly megabytes: number }
  'hosts.inputTooLong': { readonly limit: number }
  'hosts.tooManyValues': undefined
  'hosts.methods': { readonly methods: string | number | readonly string[] }
  'hosts.noFile': undefined
  'hosts.fileEmpty': undefined
  'hosts.fileTooLarge': { readonly megabytes: number }
  'hosts.importForRecipe': undefined
  'hosts.previewTooLarge': { readonly megabytes: number }
  'hosts.nameNotEncoded': undefined
  'hosts.noSaveDialog': undefined
  'hosts.pageNotBuilt': undefined
  'hosts.foreign': undefined
  'hosts.locked': undefined
  'hosts.tooManyWindows': undefined
  'hosts.portTaken': { readonly port: string | number | readonly string[] }
  'hosts.portForbidden': { readonly port: string | number | readonly string[] }
  'hosts.portFailed': { readonly port: string | number | readonly string[] }
  'hosts.startFailed': { readonly reason: string | number | readonly string[] }
  'hosts.noBrowser': { readonly url: string | number | readonly string[] }
  'hosts.webUsage': undefined
  'hosts.stdioUsage': undefined
  'hosts.dataFolderFull': { readonly folder: string | number | readonly string[] }
  'hosts.dataFolderReadOnly': { readonly folder: string | number | readonly string[] }
  'hosts.keychainRefused': undefined
  'hosts.keychainSilent': undefined
  'hosts.settingsSetAside': { readonly file: string | number | readonly string[] }
  'hosts.settingsNewer': { readonly newer: string | number | readonly string[]; readonly version: string | number | readonly string[] }
  'hosts.settingsCopied': { readonly file: string | number | readonly string[] }
  'hosts.crashed': undefined
  'hosts.broke': undefined
  'hosts.kept': undefined
  'inputs.noInput': undefined
  'inputs.noImage': undefined
  'inputs.noVideo': undefined
  'inputs.gone': undefined
  'inputs.requestInputGone': undefined
  'inputs.promptMissing': undefined
  'inputs.notAdded': undefined
  'inputs.badDataUrl': undefined
  'inputs.badSource': undefined
  'inputs.addressScheme': undefined
  'inputs.addressSlow': undefined
  'inputs.assetTooLarge': { readonly megabytes: number }
  'inputs.assetFileMissing': undefined
  'inputs.undecodable': { readonly name: string | number | readonly string[] }
  'inputs.empty': { readonly name: string | number | readonly string[] }
  'inputs.tooLarge': { readonly name: string | number | readonly string[]; readonly megabytes: number }
  'inputs.unknownFile': { readonly name: string | number | readonly string[] }
  'inputs.wrongKind': { readonly name: string | number | readonly string[] }
  'inputs.undecodedFormat': { readonly name: string | number | readonly string[]; readonly format: string | number | readonly string[] }
  'inputs.unreadable': { readonly name: string | number | readonly string[] }
  'inputs.notImage': { readonly name: string | number | readonly string[] }
  'inputs.tooManyPixels': { readonly name: string | number | readonly string[]; readonly width: number; readonly height: number; readonly megapixels: number }
  'inputs.cutOff': { readonly name: string | number | readonly string[] }
  'inputs.lengthUnknown': { readonly name: string | number | readonly string[] }
  'inputs.notPrepared': { readonly name: string | number | readonly string[] }
  'inputs.cannotShrink': { readonly name: string | number | readonly string[]; readonly kilobytes: number }
  'inputs.fileUnreadable': { readonly name: string | number | readonly string[] }
  'inputs.requestHeavy': { readonly megabytes: number }
  'inputs.noAddress': undefined
  'inputs.dataUriRefused': undefined
  'inputs.mediaTooLarge': undefined
  'inputs.outside.notImage': undefined
  'inputs.outside.inputGone': undefined
  'inputs.outside.unreadable': undefined
  'inputs.outside.undecodable': undefined
  'inputs.outside.tooManyPixels': { readonly megapixels: number }
  'inputs.outside.otherShape': { readonly is: string | number | readonly string[]; readonly was: string | number | readonly string[] }
  'inputs.storage.works': undefined
  'inputs.storage.noLinks': undefined
  'inputs.storage.otherFile': undefined
  'inputs.storage.notDeleted': { readonly name: string | number | readonly string[] }
  'inputs.storage.fileMissing': undefined
  'inputs.storage.unknownKey': undefined
  'inputs.storage.secretRefused': undefined
  'inputs.storage.clock': undefined
  'inputs.storage.accessDenied': undefined
  'inputs.storage.keysExpired': undefined
  'inputs.storage.fileTooLarge': undefined
  'inputs.storage.full': undefined
  'inputs.storage.busy': { readonly code: string | number | readonly string[] }
  'inputs.storage.elsewhere': { readonly region: string | number | readonly string[] }
  'inputs.storage.noBucket': { readonly bucket: string | number | readonly string[] }
  'inputs.storage.refused': { readonly code: string | number | readonly string[] }
  'inputs.storage.privateNetwork': undefined
  'inputs.storage.slow': undefined
  'inputs.storage.notReachable': undefined
  'inputs.storage.notReachableCode': { readonly reason: string | number | readonly string[] }
  'library.noAsset': undefined
  'library.noAssets': undefined
  'library.noImage': undefined
  'library.tooManyFiles': { readonly limit: number }
  'library.noCollection': undefined
  'library.collectionForgotten': undefined
  'library.noParent': undefined
  'library.intoItself': undefined
  'library.nameTaken': { readonly name: string | number | readonly string[] }
  'library.noSearch': undefined
  'library.cursorInvalid': undefined
  'library.searchFailed': undefined
  'library.previewOfAudio': undefined
  'library.previewOfVideo': undefined
  'library.previewInvalid': undefined
  'library.revealUnavailable': undefined
  'library.rebuildingNow': undefined
  'library.damaged': undefined
  'library.verifying': undefined
  'library.rebuilding': undefined
  'library.copyingDatabase': undefined
  'library.listingFiles': undefined
  'library.verified': { readonly checked: number }
  'library.verifiedDamage': { readonly checked: number; readonly missing: number; readonly damaged: number }
  'library.rebuilt': { readonly assets: number }
  'library.rebuilt.orphans': { readonly count: number }
  'library.rebuilt.left': { readonly count: number }
  'library.backedUp': { readonly path: string | number | readonly string[]; readonly databaseMegabytes: number; readonly files: number; readonly fileMegabytes: number }
  'library.backedUp.restore': undefined
  'library.recovery.damaged': undefined
  'library.recovery.setAside': { readonly aside: string | number | readonly string[] }
  'library.recovery.missing': undefined
  'library.recovery.remains': { readonly aside: string | number | readonly string[] }
  'library.recovery.older': undefined
  'library.recovery.log': { readonly aside: string | number | readonly string[] }
  'library.recovery.copy': undefined
  'library.recovery.tasksLost': undefined
  'library.recovery.tasksBack': { readonly tasks: number; readonly openTasks: number }
  'library.recovery.tasksIn': { readonly tasks: number; readonly openTasks: number }
  'library.recovery.tasksIncomplete': undefined
  'library.recovery.follow': undefined
  'library.recovery.unconfirmed': { readonly count: number }
  'library.recovery.paused': undefined
  'library.recovery.rebuilding': undefined
  'library.recovery.assets': { readonly assets: number }
  'profiles.noProfile': undefined
  'profiles.keyEmpty': undefined
  'profiles.builtIn': undefined
  'profiles.sampleStarting': undefined
  'profiles.keyLost': { readonly name: string | number | readonly string[] }
  'profiles.keyWaiting': { readonly name: string | number | readonly string[] }
  'profiles.keyElsewhere': { readonly name: string | number | readonly string[] }
  'profiles.openAtOldAddress': { readonly count: number }
  'profiles.openTasks': { readonly count: number }
  'profiles.needsYou': { readonly count: number }
  'profiles.keyMalformed': undefined
  'profiles.storage.none': undefined
  'profiles.storage.keysMissing': undefined
  'profiles.storage.keysLost': undefined
  'profiles.storage.moved': undefined
  'profiles.storage.addressMissing': undefined
  'profiles.storage.regionMissing': undefined
  'profiles.storage.bucketMissing': undefined
  'profiles.storage.noAddress': undefined
  'profiles.storage.password': undefined
  'profiles.storage.plain': { readonly host: string | number | readonly string[] }
  'profiles.storage.notPublic': { readonly host: string | number | readonly string[] }
  'profiles.storage.bucketName': undefined
  'profiles.storage.prefix': undefined
  'profiles.storage.region': undefined
  'profiles.storage.pathStyle': undefined
  'prompts.listName': undefined
  'prompts.badListName': undefined
  'prompts.noList': undefined
  'prompts.listUneditable': { readonly path: string | number | readonly string[] }
  'prompts.folderTaken': undefined
  'prompts.notAList': { readonly name: string | number | readonly string[] }
  'queue.paused': undefined
  'queue.notRecorded': undefined
  'queue.unchecked': undefined
  'queue.atOnce': { readonly count: number }
  'queue.atOnce.settings': { readonly count: number }
  'queue.dayLimit': undefined
  'queue.slower': undefined
  'queue.minuteLimit': undefined
  'queue.forecast.paused': undefined
  'queue.forecast.cap': { readonly perDay: number; readonly over: number }
  'queue.forecast.perMinute': { readonly count: number }
  'queue.forecast.ahead': { readonly count: number }
  'rendering.waitsForPage': undefined
  'rendering.encoding': undefined
  'rendering.notVideo': undefined
  'rendering.fileMissing': undefined
  'rendering.damaged': undefined
  'rendering.noDecoder': undefined
  'rendering.noEncoder': { readonly format: string | number | readonly string[] }
  'rendering.failed': undefined
  'rendering.shotDamaged': { readonly shot: number }
  'rendering.shotUndecodable': { readonly shot: number }
  'rendering.soundUndecodable': { readonly shot: number }
  'rendering.trackUndecodable': { readonly track: number }
  'rendering.noWork': undefined
  'rendering.copying': undefined
  'rendering.copied': undefined
  'rendering.encoded': undefined
  'rendering.empty': undefined
  'rendering.shotMissing': { readonly shot: number }
  'rendering.repeated': { readonly count: number }
  'rendering.silent': { readonly count: number }
  'rendering.why.mix': undefined
  'rendering.why.image': { readonly shot: number }
  'rendering.why.format': { readonly format: string | number | readonly string[]; readonly shot: number }
  'rendering.why.size': { readonly shot: number }
  'rendering.why.variable': { readonly shot: number }
  'rendering.why.frameRate': { readonly shot: number }
  'rendering.why.codec': { readonly shot: number }
  'rendering.why.repeated': { readonly shot: number }
  'rendering.why.cut': { readonly shot: number }
  'rendering.why.cutSound': { readonly shot: number }
  'rendering.why.silence': { readonly shot: number }
  'rendering.why.audio': { readonly shot: number }
  'rendering.encodingLeft': { readonly minutes: number }
  'results.undecodable': undefined
  'results.responseGone': undefined
  'results.responseShort': undefined
  'results.seemsTruncated': undefined
  'results.truncated': undefined
  'results.incomplete': { readonly received: number; readonly total: number }
  'results.segmentIncomplete': undefined
  'results.tooSlow': undefined
  'results.changing': undefined
  'results.webPage': undefined
  'results.textInstead': undefined
  'results.tooLarge': { readonly megabytes: number }
  'results.expands': undefined
  'results.compressed': undefined
  'results.notKept.empty': undefined
  'results.notKept.windowsProgram': undefined
  'results.notKept.linuxProgram': undefined
  'results.notKept.macosProgram': undefined
  'results.notKept.macosOrJavaProgram': undefined
  'results.notKept.script': undefined
  'results.notKept.unknown': undefined
  'results.notKept.dash': undefined
  'results.notKept.playlist': undefined
  'results.notKept.otherType': { readonly mimeType: string | number | readonly string[] }
  'results.quarantined': undefined
  'results.notQuarantined': { readonly place: string | number | readonly string[] }
  'results.addressUnreadable': undefined
  'results.redirectUnreadable': undefined
  'results.redirectsForever': undefined
  'results.addressDead': { readonly status: string | number | readonly string[] }
  'results.serverStatus': { readonly status: string | number | readonly string[] }
  'results.unreachable': { readonly reason: string | number | readonly string[] }
  'results.refused.unsafeProtocol': { readonly protocol: string | number | readonly string[]; readonly host: string | number | readonly string[] }
  'results.refused.credentials': undefined
  'results.refused.noFileHost': { readonly host: string | number | readonly string[] }
  'results.refused.privateNetwork': { readonly host: string | number | readonly string[] }
  'results.stream.unfinished': undefined
  'results.stream.empty': undefined
  'results.stream.playlistTooLong': undefined
  'results.stream.encrypted': undefined
  'results.stream.noSegments': undefined
  'results.stream.tooManySegments': { readonly limit: number }
  'results.stream.severalRecordings': undefined
  'results.stream.noAddresses': undefined
  'results.stream.separateAudio': undefined
  'results.stream.noVariantAddress': undefined
  'results.stream.nested': undefined
  'results.stream.otherFormat': undefined
  'results.stream.address': undefined
  'results.declaredAs': { readonly declared: string | number | readonly string[]; readonly mimeType: string | number | readonly string[] }
  'results.declaredKind': { readonly kind: string; readonly mimeType: string | number | readonly string[] }
  'sequences.tooManyShots': { readonly limit: string | number | readonly string[] }
  'sequences.none': undefined
  'sequences.changedElsewhere': undefined
  'sequences.shot.twice': undefined
  'sequences.from.none': undefined
  'sequences.still.none': undefined
  'sequences.still.noImage': undefined
  'sequences.still.twice': undefined
  'sequences.trim.empty': undefined
  'sequences.chain.goesRound': undefined
  'sequences.plan.noService': undefined
  'sequences.plan.noFrameOption': { readonly model: string | number | readonly string[] }
  'sequences.plan.inputGone': undefined
  'sequences.plan.frameGone': undefined
  'sequences.plan.frameWrong': undefined
  'sequences.plan.beforeRefused': { readonly title: string | number | readonly string[] }
  'sequences.plan.still.beforeRefused': undefined
  'sequences.plan.ownClip': undefined
  'sequences.plan.reused': undefined
  'sequences.plan.unknown': undefined
  'sequences.plan.sameAs': { readonly title: string | number | readonly string[] }
  'sequences.plan.makeFirst': { readonly title: string | number | readonly string[] }
  'sequences.plan.still.makeFirst': undefined
  'sequences.plan.waits': { readonly title: string | number | readonly string[] }
  'sequences.plan.still.waits': undefined
  'sequences.plan.readsFrame': undefined
  'sequences.plan.lastFailed': undefined
  'sequences.plan.beforeChanged': { readonly title: string | number | readonly string[] }
  'sequences.plan.still.beforeChanged': undefined
  'sequences.plan.changed': undefined
  'sequences.plan.outOfDate': undefined
  'sequences.wait.changed': undefined
  'sequences.wait.dearer': undefined
  'sequences.wait.beforeFailed': undefined
  'service.answers': undefined
  'service.says': { readonly said: string | number | readonly string[] }
  'service.notReachable': { readonly host: string | number | readonly string[]; readonly reason: string | number | readonly string[] }
  'service.slow': { readonly host: string | number | readonly string[]; readonly seconds: number }
  'service.unknown.slow': { readonly host: string | number | readonly string[]; readonly seconds: number }
  'service.unknown.broken': { readonly host: string | number | readonly string[]; readonly reason: string | number | readonly string[] }
  'service.unknown.failing': { readonly code: string | number | readonly string[] }
  'service.unknown.unreadable': undefined
  'service.rejected': { readonly code: string | number | readonly string[] }
  'service.rejectedSaid': { readonly said: string | number | readonly string[]; readonly code: string | number | readonly string[] }
  'service.contentRefused': { readonly code: string | number | readonly string[] }
  'service.contentRefusedSaid': { readonly said: string | number | readonly string[]; readonly code: string | number | readonly string[] }
  'service.keyRefused': undefined
  'service.keyRefusedSaid': { readonly said: string | number | readonly string[] }
  'service.limitReached': undefined
  'service.limitReachedSaid': { readonly said: string | number | readonly string[] }
  'service.noCredit': { readonly code: string | number | readonly string[] }
  'service.noCreditSaid': { readonly said: string | number | readonly string[]; readonly code: string | number | readonly string[] }
  'service.redirected': { readonly host: string | number | readonly string[] }
  'service.redirectedAway': undefined
  'service.empty': undefined
  'service.unreadable': { readonly said: string | number | readonly string[] }
  'service.failing': { readonly code: string | number | readonly string[] }
  'service.failingSaid': { readonly said: string | number | readonly string[]; readonly code: string | number | readonly string[] }
  'service.noAccess': undefined
  'service.notThere': undefined
  'service.tooManyPages': undefined
  'service.noContact': { readonly service: string | number | readonly string[] }
  'service.closing': undefined
  'service.noModelList': undefined
  'service.listingUnreadable': undefined
  'service.fileUnreadable': { readonly option: string | number | readonly string[] }
  'service.addImageToChange': undefined
  'service.addFirstImage': undefined
  'service.maskNeedsImage': undefined
  'service.test.accepted': undefined
  'service.test.slowDown': undefined
  'service.test.keyUnproven': undefined
  'service.test.other': { readonly service: string | number | readonly string[] }
  'service.address.none': undefined
  'service.address.scheme': { readonly scheme: string | number | readonly string[] }
  'service.address.password': undefined
  'service.address.query': undefined
  'service.address.plain': { readonly host: string | number | readonly string[] }
  'service.reserved.prompt': { readonly option: string | number | readonly string[] }
  'service.reserved.model': { readonly option: string | number | readonly string[] }
  'service.reserved.media': { readonly option: string | number | readonly string[] }
  'service.reserved.inputs': { readonly option: string | number | readonly string[] }
  'service.reserved.count': { readonly option: string | number | readonly string[] }
  'service.reserved.entries': { readonly option: string | number | readonly string[] }
  'service.reserved.field': { readonly option: string | number | readonly string[] }
  'service.reserved.link': { readonly option: string | number | readonly string[] }
  'service.reserved.own': { readonly option: string | number | readonly string[] }
  'service.reserved.input': { readonly option: string | number | readonly string[] }
  'service.reserved.alias': { readonly option: string | number | readonly string[]; readonly name: string | number | readonly string[] }
  'service.reserved.brackets': { readonly option: string | number | readonly string[] }
  'service.generationService.summary': undefined
  'service.generationService.noTask': undefined
  'service.replicate.summary': undefined
  'service.replicate.keyHint': undefined
  'service.replicate.modelName': undefined
  'service.replicate.describedName': undefined
  'service.replicate.noModel': { readonly model: string | number | readonly string[] }
  'service.replicate.noVersion': { readonly model: string | number | readonly string[] }
  'service.replicate.tooLarge': { readonly name: string | number | readonly string[]; readonly megabytes: number }
  'service.replicate.noFileAddress': { readonly name: string | number | readonly string[] }
  'service.replicate.noAccount': undefined
  'service.replicate.noPredictions': undefined
  'service.replicate.canceled': undefined
  'service.replicate.resultRemoved': undefined
  'service.fal.summary': undefined
  'service.fal.keyHint': undefined
  'service.fal.modelName': undefined
  'service.fal.noPrices': undefined
  'service.fal.noHistory': undefined
  'service.fal.tooLarge': { readonly name: string | number | readonly string[]; readonly megabytes: number }
  'service.fal.noFileAddress': { readonly name: string | number | readonly string[] }
  'service.openai.summary': undefined
  'service.openai.keyHint': undefined
  'service.openai.noModels': undefined
  'service.openai.noStream': undefined
  'service.openai.promptTooLong': { readonly count: number; readonly most: number }
  'service.openai.tooManyVideoImages': undefined
  'service.openai.noText': undefined
  'service.openai.noImages': undefined
  'service.openai.tooManyImages': { readonly most: number }
  'service.openai.wrongFormat': { readonly formats: string | number | readonly string[] }
  'service.openai.imageTooLarge': { readonly megabytes: number }
  'service.openai.maskFormat': undefined
  'service.openai.maskTooLarge': { readonly megabytes: number }
  'service.gemini.summary': undefined
  'service.gemini.noModels': undefined
  'service.gemini.contentRefused': { readonly reason: string | number | readonly string[] }
  'service.gemini.contentRefusedSaid': { readonly said: string | number | readonly string[]; readonly reason: string | number | readonly string[] }
  'service.gemini.noImage': { readonly reason: string | number | readonly string[] }
  'service.gemini.noImageSaid': { readonly said: string | number | readonly string[]; readonly reason: string | number | readonly string[] }
  'service.gemini.noImageNoReason': undefined
  'service.gemini.noImageSaidNoReason': { readonly said: string | number | readonly string[] }
  'service.gemini.videoRefused': { readonly said: string | number | readonly string[] }
  'service.gemini.noVideo': undefined
  'service.gemini.wrongFormat': { readonly formats: string | number | readonly string[] }
  'service.gemini.imagesTooLarge': { readonly megabytes: number }
  'service.gemini.tooManyImages': { readonly most: number }
  'service.gemini.tooManyReferences': { readonly most: number }
  'service.gemini.noAddresses': undefined
  'service.gemini.oneFirstImage': undefined
  'service.comfyui.summary': undefined
  'service.comfyui.answers': { readonly name: string | number | readonly string[] }
  'service.comfyui.answersOn': { readonly name: string | number | readonly string[]; readonly device: string | number | readonly string[] }
  'service.comfyui.noSystem': undefined
  'service.comfyui.noNode': undefined
  'service.comfyui.noFileAddress': undefined
  'service.comfyui.noNodes': { readonly names: string | number | readonly string[] }
  'service.comfyui.noCheckpoint': undefined
  'service.comfyui.savesNothing': undefined
  'service.comfyui.missingNodes': { readonly names: string | number | readonly string[] }
  'service.comfyui.missingManyNodes': { readonly count: number; readonly names: string | number | readonly string[] }
  'service.comfyui.noWorkflowInFile': undefined
  'service.comfyui.noWorkflow': undefined
  'service.comfyui.drawnWorkflow': undefined
  'service.comfyui.tooManyNodes': undefined
  'service.comfyui.storedUnreadable': undefined
  'service.comfyui.isList': { readonly option: string | number | readonly string[] }
  'service.comfyui.isAddress': { readonly option: string | number | readonly string[] }
  'service.comfyui.noInput': { readonly option: string | number | readonly string[]; readonly names: string | number | readonly string[] }
  'service.comfyui.forgotten': undefined
  'service.comfyui.historyUnreadable': undefined
  'service.comfyui.stopped': undefined
  'service.sdWebui.summary': undefined
  'service.sdWebui.keyHint': undefined
  'service.sdWebui.answers': undefined
  'service.sdWebui.startWithApi': undefined
  'service.sdWebui.noCheckpoint': undefined
  'service.sdWebui.checkpointMissing': { readonly model: string | number | readonly string[] }
  'service.sdWebui.noAddresses': undefined
  'settings.proxyInvalid': undefined
  'settings.proxyUserInvalid': undefined
  'settings.proxyPasswordInvalid': undefined
  'settings.entryTooLarge': { readonly kilobytes: number }
  'settings.tooManyEntries': { readonly limit: number }
  'settings.stateTooLarge': { readonly megabytes: number }
  'shared.written': { readonly text: string | number | readonly string[] }
  'shared.charged.no': undefined
  'shared.charged.maybe': undefined
  'shared.charged.yes': undefined
  'shared.invalid': { readonly problem: string | number | readonly string[] }
  'shared.invalid.unknown': undefined
  'shared.noCall': { readonly name: string | number | readonly string[] }
  'shared.unforeseen': { readonly call: string | number | readonly string[] }
  'shared.databaseDamaged': undefined
  'shared.proxySignIn': undefined
  'shared.idMissing': undefined
  'shared.idsMissing': undefined
  'shared.nameMissing': undefined
  'shared.notJson': undefined
  'shared.addressMissing': undefined
  'shared.providerMissing': undefined
  'shared.modelMissing': undefined
  'spending.cap.requests': { readonly perDay: number }
  'spending.cap.noPrice': { readonly amount: number; readonly unit: string | number | readonly string[]; readonly model: string | number | readonly string[] }
  'spending.cap.otherUnit': { readonly amount: number; readonly unit: string | number | readonly string[]; readonly model: string | number | readonly string[]; readonly pricedIn: string | number | readonly string[] }
  'spending.cap.tooDear': { readonly amount: number; readonly unit: string | number | readonly string[]; readonly price: number }
  'spending.cap.reached': { readonly amount: number; readonly unit: string | number | readonly string[]; readonly left: number; readonly price: number }
  'spending.noUnit': undefined
  'store.diskFull': undefined
  'store.diskRefused': { readonly said: string | number | readonly string[]; readonly code: string | number | readonly string[] }
  'store.inUse': { readonly dataDir: string | number | readonly string[] }
  'store.folderUnusable': { readonly dataDir: string | number | readonly string[] }
  'store.notAFolder': undefined
  'store.newerDatabase': { readonly dataDir: string | number | readonly string[] }
  'store.cannotOpen': { readonly dataDir: string | number | readonly string[]; readonly said: string | number | readonly string[] }
  'store.damage.header': undefined
  'store.damage.end': undefined
  'store.damage.version': undefined
  'store.damage.noVersion': undefined
  'store.damage.schema': { readonly name: string | number | readonly string[] }
  'store.damage.content': { readonly version: string | number | readonly string[] }
  'store.damage.row': { readonly table: string | number | readonly string[] }
  'store.damage.lostRow': { readonly table: string | number | readonly string[] }
  'store.damage.noFile': undefined
  'store.damage.empty': undefined
  'store.damage.missing': undefined
  'store.damage.said': { readonly said: string | number | readonly string[] }
  'store.damage.interrupted': undefined
  'tasks.noTask': undefined
  'tasks.noBatch': undefined
  'tasks.interrupted': undefined
  'tasks.interrupted.notNoted': undefined
  'tasks.notApproved': undefined
  'tasks.dearer': undefined
  'tasks.closedBeforeSent': undefined
  'tasks.failed': undefined
  'tasks.failed.saying': { readonly said: string | number | readonly string[] }
  'tasks.gone': undefined
  'tasks.gone.notYours': undefined
  'tasks.reading.stoppedSaving': undefined
  'tasks.reading.stoppedPolling': undefined
  'tasks.reading.tooMuch': undefined
  'tasks.noFile': undefined
  'tasks.someMissing': { readonly total: number; readonly missing: number }
  'tasks.missing.available': undefined
  'tasks.missing.gone': undefined
  'tasks.missing.unreachable': undefined
  'tasks.alsoNamed': { readonly kind: string; readonly count: number }
  'tasks.stop.onItsWay': undefined
  'tasks.stop.hasEnded': undefined
  'tasks.stopped': undefined
  'tasks.stopped.costEnds': undefined
  'tasks.stopped.mayCost': undefined
  'tasks.stopped.endsEarly': undefined
  'tasks.stopped.neverSent': undefined
  'tasks.stopped.notKnown': undefined
  'tasks.stopped.hadFinished': undefined
  'tasks.stopped.goesOn': undefined
  'tasks.stopped.notTold': undefined
  'tasks.lookUp.notThere': undefined
  'tasks.lookUp.notYetThere': undefined
  'tasks.lookUp.nothingAlike': undefined
  'tasks.lookUp.sendingAlike': undefined
  'tasks.lookUp.several': { readonly count: number }
  'tasks.lookUp.unreachable': undefined
  'tasks.lookUp.again': undefined
  'tasks.uploadFailed': undefined
  'tasks.waitsForKey': undefined
  'tasks.quote.inputsTooLarge': { readonly megabytes: number }
  'tasks.quote.tooLong': { readonly megabytes: number }
  'tasks.decide.settled': undefined
  'tasks.decide.idMissing': undefined
  'tasks.decide.idTaken': undefined
  'tasks.retry.neverSent': undefined
  'tasks.retry.nothing': undefined
  'tasks.remove.open': undefined
  'tasks.move.noneWaiting': undefined
  'tasks.request.none': undefined
  'tasks.request.tooMany': { readonly limit: number }
  'tasks.request.promptTooLong': { readonly limit: number }
  'tasks.request.tooManyInputs': { readonly limit: number }
  'tasks.isNow': { readonly state: string | number | readonly string[] }
}
