import { links } from '../../links.ts';

export interface HelpAnswer {
  question: string;
  answer: string;
  /** Other words that people search for. */
  words: string;
  /** Where it is done. */
  link?: { label: string; href: string };
}

const settings = (label: string, tab?: string) => ({ label, href: links.settings(tab ? { tab } : {}) });

/** In the order in which they are listed: what is asked during service comes first. */
export const helpAnswers: HelpAnswer[] = [
  {
    question: 'What happens when the internet is gone?',
    answer:
      'Go on working. Orders, menu, customers and chats are on this device, and everything you do is kept with its time. When the internet is back, it is sent in order, once. New orders from your website arrive then, too.',
    words: 'offline wifi network outage connection lost',
  },
  {
    question: 'Is what I did while offline saved?',
    answer:
      'Yes. The line at the top says how many changes are waiting. They stay after a reload, a restart or an empty battery. Press the line to see each of them.',
    words: 'unsent waiting queue changes lost reload',
  },
  {
    question: 'What does “needs attention” mean?',
    answer:
      'Somebody else was first, or the server refused a change. Press the line at the top: it shows both versions, and you keep one, try again or discard it.',
    words: 'conflict refused failed change rejected',
  },
  {
    question: 'What needs the internet?',
    answer:
      'Signing in, refunds and withdrawals, setting a password or a PIN, connecting other services. Their buttons say so while this device is offline. Entering a PIN works without it.',
    words: 'disabled grey button offline',
  },
  {
    question: 'The bell does not ring',
    answer:
      'Browsers allow sound only after a tap on the page: tap the bell once after each start. Then check its volume, the volume of the device and whether this device is silenced.',
    words: 'sound alert quiet ring volume new order',
    link: settings('Bell settings'),
  },
  {
    question: 'How do I hear of orders while the app is closed?',
    answer:
      'Turn on notifications on this device. On an iPad or iPhone, add Galley to the home screen first. The e-mail of a new order is set in the notifications.',
    words: 'push notification background closed phone alert',
    link: settings('Notifications', 'notifications'),
  },
  {
    question: 'How do I mark a dish as sold out?',
    answer:
      'On the availability board, tap it. It is sold out until the next opening, or until the time you choose, and comes back by itself.',
    words: 'unavailable 86 off stock availability switch',
    link: { label: 'Availability board', href: links.availability() },
  },
  {
    question: 'How do I stop new orders for a while?',
    answer:
      'Press “Taking orders” at the top. Pause for some minutes or until you say so, or add minutes to every promised time. Your website says it at once.',
    words: 'pause busy rush close extra minutes waiting time',
  },
  {
    question: 'I pressed the wrong button on an order',
    answer:
      'Use Undo in the message that appears. Later, open the order and press Recall, or find it under Recall in the kitchen view.',
    words: 'undo mistake back recall status',
    link: { label: 'Orders', href: links.orders() },
  },
  {
    question: 'How do I change an order?',
    answer:
      'Open it and press Change, until it is ready. The kitchen gets a ticket with what changed, and the total is calculated again.',
    words: 'edit correct add item order quantity address',
    link: { label: 'Orders', href: links.orders() },
  },
  {
    question: 'How do I take an order by phone or at the counter?',
    answer:
      'Press New order. Choose the dishes, the customer and the time, and take the payment now or later. It works offline.',
    words: 'point of sale pos till manual walk-in new order',
    link: { label: 'New order', href: links.counter() },
  },
  {
    question: 'How do I refund a payment?',
    answer:
      'Open the payment and press Refund, for all of it or a part. Online payments go back to the card; cash you give back yourself and record here. Refunds need the internet.',
    words: 'money back return cancel card',
    link: { label: 'Payments', href: links.payments() },
  },
  {
    question: 'A customer paid by cash. How do I record it?',
    answer:
      'Open the order and press Take payment, then Cash. Change is calculated for you. Cash is not part of the wallet.',
    words: 'cash till payment mark paid change',
    link: { label: 'Orders', href: links.orders() },
  },
  {
    question: 'When do I get my money?',
    answer:
      'Online payments become available after some days, as the payment provider sets them. What is available can be withdrawn to your bank account.',
    words: 'payout withdraw wallet bank available pending balance',
    link: settings('Wallet', 'wallet'),
  },
  {
    question: 'How do I connect a printer?',
    answer:
      'Any printer that this computer can print to works: choose the paper and what is printed. Receipt printers with USB or serial can also print without a dialog.',
    words: 'print ticket receipt paper escpos kitchen printer',
    link: settings('Printers', 'printers'),
  },
  {
    question: 'A ticket did not print',
    answer:
      'Open the order and press Print. If nothing comes, check paper and cable, then the printer in the settings. The order itself is not affected.',
    words: 'printer paper jam ticket missing',
    link: settings('Printers', 'printers'),
  },
  {
    question: 'How do I give the tablet to the kitchen?',
    answer:
      'Turn on kitchen mode with your password. Choose what waits for a PIN: money and settings, so that orders, chats and availability are open to everybody, or everything.',
    words: 'pin lock staff kitchen mode tablet',
    link: settings('Kitchen mode'),
  },
  {
    question: 'How do several people share one tablet?',
    answer:
      'Give each a PIN under People; they need no e-mail address. Then turn on kitchen mode. A PIN opens what that person’s role allows, also offline, and what they do bears their name. It locks when nobody has touched it for five minutes.',
    words: 'pin shared device staff role switch person unlock',
    link: settings('People', 'people'),
  },
  {
    question: 'Can somebody approve what I may not do?',
    answer:
      'Yes, on a tablet in kitchen mode that your PIN has opened. Cancel the order or refund as usual: somebody who may chooses their name and enters their PIN. Both of you are recorded. It works offline; a refund needs the internet.',
    words: 'approval manager permission allowed role pin',
  },
  {
    question: 'I forgot my PIN',
    answer:
      'Set a new one under Security, on a device of your own, or ask whoever may edit people to set one under People. Send what you did with the old PIN first: it is refused after that.',
    words: 'pin forgotten locked kitchen mode',
    link: settings('Security', 'security'),
  },
  {
    question: 'How do I put Galley on the home screen?',
    answer:
      'In Chrome or Edge: Install in the address bar’s menu. On an iPad or iPhone: Share, then Add to Home Screen. It opens like an app and keeps its data longer.',
    words: 'install app icon home screen ipad android pwa',
    link: settings('This device'),
  },
  {
    question: 'How do I bring my menu?',
    answer:
      'Photograph the printed menu or upload its PDF or a CSV file. Galley reads it, and you check each dish beside the picture before it is saved.',
    words: 'upload import photo pdf csv menu dishes',
    link: { label: 'Upload a menu', href: links.menuUpload() },
  },
  {
    question: 'Why can’t customers see my menu?',
    answer:
      'A menu is visible when it is published, and a dish when it is available and its hours allow it now. Drafts and archived dishes stay with you.',
    words: 'draft publish hidden website missing dish',
    link: { label: 'Menu', href: links.menu() },
  },
  {
    question: 'How do I open my website?',
    answer:
      'Choose its address, colours and pictures and press Publish. It needs a published menu, opening hours and at least one way to get the food.',
    words: 'publish online ordering domain address site',
    link: { label: 'Website', href: links.website() },
  },
  {
    question: 'How do I change the opening hours, or close for a day?',
    answer:
      'Opening hours has the week, and special dates for holidays. To close now, pause orders at the top instead.',
    words: 'holiday closed times week special date',
    link: settings('Opening hours', 'hours'),
  },
  {
    question: 'Where do I deliver, and for how much?',
    answer: 'Add delivery areas by postcode, by distance or on the map, each with its fee, minimum and time.',
    words: 'delivery area zone postcode fee minimum radius',
    link: settings('Delivery locations', 'delivery'),
  },
  {
    question: 'How do reservations work?',
    answer:
      'Add your tables, then say when and how long they can be booked. Bookings from the website and by phone are on one page, with a floor plan.',
    words: 'table booking floor plan guests waiting list',
    link: { label: 'Reservations', href: links.reservations() },
  },
  {
    question: 'How do I connect WhatsApp?',
    answer:
      'Under Channels you enter three details of your WhatsApp Business account; the page says where each is found. Then its messages arrive in Chats.',
    words: 'channel messages meta business token',
    link: { label: 'Connect WhatsApp', href: links.channel('whatsapp') },
  },
  {
    question: 'How do I stop the chatbot in one chat?',
    answer: 'Answer yourself, or press Pause bot in the chat. It stays quiet there until you resume it.',
    words: 'bot pause human reply automatic',
    link: { label: 'Chats', href: links.chats() },
  },
  {
    question: 'How do I export my data?',
    answer: 'Lists have Export for a CSV file. Everything at once, as one file, is under Security.',
    words: 'csv download backup data accountant export',
    link: settings('Security', 'security'),
  },
  {
    question: 'A device is lost or stolen',
    answer:
      'Sign it out under Security, or change the password to end every other session. What was not sent from it cannot be read from elsewhere.',
    words: 'lost stolen sign out sessions password security',
    link: settings('Security', 'security'),
  },
  {
    question: 'The times look wrong',
    answer:
      'Galley uses the time zone of the restaurant, not that of the device. Correct it in the restaurant’s details. Orders after midnight count for the day before, until the time set in the opening hours.',
    words: 'time zone clock date business day midnight',
    link: settings('Restaurant details', 'account'),
  },
];
