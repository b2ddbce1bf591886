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
  'agents.quote.otherBody': undefined
  'agents.quote.otherPrice': undefined
  'app.launchUrl.webOnly': undefined
  'app.contact.serviceAway': undefined
  'app.updates.elsewhere': undefined
  'app.saveFile.kind': undefined
  'app.saveFile.failed': undefined
  'app.keyStorage.fixed': undefined
  'app.email': undefined
  'app.noContent': undefined
  'app.contentTooLong': { readonly limit: number }
  'profiles.noProfile': undefined
  'queue.paused': undefined
  'queue.notRecorded': undefined
  'queue.responds': undefined
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
  'shared.written': { readonly text: string | number | readonly string[] }
  'shared.charged.no': undefined
  'shared.charged.maybe': undefined
  'shared.charged.yes': undefined
  'shared.invalid': { readonly problem: string | number | readonly string[] }
  'shared.invalid.unknown': undefined
  'shared.noCall': { readonly name: string | number | readonly string[] }
  'shared.unforeseen': { readonly call: string | number | readonly string[] }
  'shared.databaseDamaged': undefined
  'spending.cap.requests': { readonly perDay: number }
  'spending.cap.noPrice': { readonly amount: number; readonly unit: string | number | readonly string[]; readonly model: string | number | readonly string[] }
  'spending.cap.otherUnit': { readonly amount: number; readonly unit: string | number | readonly string[]; readonly model: string | number | readonly string[]; readonly pricedIn: string | number | readonly string[] }
  'spending.cap.tooDear': { readonly amount: number; readonly unit: string | number | readonly string[]; readonly price: number }
  'spending.cap.reached': { readonly amount: number; readonly unit: string | number | readonly string[]; readonly left: number; readonly price: number }
  'spending.noUnit': undefined
  'tasks.noTask': undefined
  'tasks.noBatch': undefined
  'tasks.interrupted': undefined
  'tasks.interrupted.notNoted': undefined
  'tasks.notApproved': undefined
  'tasks.closedBeforeSent': undefined
  'tasks.failed': undefined
  'tasks.failed.saying': { readonly said: string | number | readonly string[] }
  'tasks.gone': undefined
  'tasks.gone.notYours': undefined
  'tasks.status': { readonly said: string | number | readonly string[] }
  'tasks.reading.stoppedSaving': undefined
  'tasks.reading.stoppedPolling': undefined
  'tasks.reading.tooMuch': undefined
  'tasks.noFile': undefined
  'tasks.someMissing': { readonly missing: number; readonly total: number }
  'tasks.missing.available': undefined
  'tasks.missing.gone': undefined
  'tasks.missing.unreachable': undefined
  'tasks.alsoNamed': { readonly count: number; readonly kind: string }
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
  'tasks.request.noProvider': undefined
  'tasks.request.noModel': undefined
  'tasks.request.promptTooLong': { readonly limit: number }
  'tasks.request.tooManyInputs': { readonly limit: number }
}
