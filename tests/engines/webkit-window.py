#!/usr/bin/python3
"""A WebKitGTK window for WebKitWebDriver that keeps its profile.

WebKitGTK's own MiniBrowser forgets its storage when it is automated, so that closing a device and opening it again
could not be tested with it. WEBKIT_PROFILE is the folder of the profile; problems of pages are written to
problems.jsonl in it, one JSON string a line. WEBKIT_SIZE is the size of the window, such as 1024x768.
"""

import json
import os

import gi

gi.require_version("Gtk", "3.0")
gi.require_version("WebKit2", "4.1")
from gi.repository import Gtk, WebKit2  # noqa: E402

profile = os.environ["WEBKIT_PROFILE"]
width, height = map(int, os.environ["WEBKIT_SIZE"].split("x"))
os.makedirs(profile, exist_ok=True)

# Runs in each page before its own scripts.
PAGE_SCRIPT = """
(() => {
  // An automated WebKit ignores window.print().
  window.print = () => window.webkit.messageHandlers.print.postMessage(null);
  const send = (text) => window.webkit.messageHandlers.problem.postMessage(String(text).slice(0, 2000));
  for (const level of ['error', 'warn']) {
    const original = console[level];
    console[level] = (...args) => {
      send(level + ': ' + args.map((one) => (one instanceof Error ? one.stack : one)).join(' '));
      original.apply(console, args);
    };
  }
  addEventListener('error', (event) => send('uncaught: ' + event.message + ' ' + event.error?.stack));
  addEventListener('unhandledrejection', ({ reason }) => send('uncaught: ' + reason + ' ' + reason?.stack));
  document.addEventListener('securitypolicyviolation', (event) =>
    send('content policy: ' + event.violatedDirective + ' ' + event.blockedURI + ' ' + event.sourceFile));
})();
"""


def write_problem(_manager, result):
    with open(os.path.join(profile, "problems.jsonl"), "a") as file:
        file.write(json.dumps(result.get_js_value().to_string()) + "\n")


def print_to_file(view):
    settings = Gtk.PrintSettings()
    settings.set_printer("Print to File")
    settings.set(Gtk.PRINT_SETTINGS_OUTPUT_FILE_FORMAT, "pdf")
    settings.set(Gtk.PRINT_SETTINGS_OUTPUT_URI, "file://" + profile + "/printed.pdf")
    operation = WebKit2.PrintOperation.new(view)
    operation.set_print_settings(settings)
    # The roll of a receipt printer: WebKitGTK takes the paper from the printer, not from the page's styles.
    roll = Gtk.PageSetup()
    roll.set_paper_size(Gtk.PaperSize.new_custom("roll", "roll", 80, 297, Gtk.Unit.MM))
    for set_margin in (roll.set_top_margin, roll.set_right_margin, roll.set_bottom_margin, roll.set_left_margin):
        set_margin(0, Gtk.Unit.MM)
    operation.set_page_setup(roll)
    operation.print_()


def make_view():
    content = WebKit2.UserContentManager()
    content.register_script_message_handler("problem")
    content.connect("script-message-received::problem", write_problem)
    content.register_script_message_handler("print")
    content.add_script(
        WebKit2.UserScript.new(
            PAGE_SCRIPT,
            WebKit2.UserContentInjectedFrames.TOP_FRAME,
            WebKit2.UserScriptInjectionTime.START,
            None,
            None,
        )
    )
    view = WebKit2.WebView(web_context=context, user_content_manager=content, is_controlled_by_automation=True)
    content.connect("script-message-received::print", lambda *_: print_to_file(view))
    window = Gtk.Window()
    window.set_default_size(width, height)
    window.add(view)
    view.connect("close", lambda _view: window.destroy())
    # Nobody is there to answer: as if the person had said no.
    view.connect("permission-request", lambda _view, request: request.deny() or True)
    window.show_all()
    return view


def on_automation(_context, session):
    session.connect("create-web-view", lambda *_: make_view())


# Pages see that the person wants less motion: without a graphics card an animation costs more than the rest of the page.
Gtk.Settings.get_default().set_property("gtk-enable-animations", False)
data = WebKit2.WebsiteDataManager(base_data_directory=profile + "/data", base_cache_directory=profile + "/cache")
data.get_cookie_manager().set_persistent_storage(
    profile + "/cookies.sqlite", WebKit2.CookiePersistentStorage.SQLITE
)
context = WebKit2.WebContext.new_with_website_data_manager(data)
context.set_automation_allowed(True)
context.connect("automation-started", on_automation)
Gtk.main()
