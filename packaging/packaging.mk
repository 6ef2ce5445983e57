# packaging.mk - what others install edgrep from: an archive of its sources, Debian packages, a wheel for
# Python. The Makefile includes it.

.PHONY: dist deb wheel
dist:
	mkdir -p $(BUILD)
	git archive --format=tar --prefix=edgrep-$(VERSION)/ HEAD | gzip -9n >$(BUILD)/edgrep-$(VERSION).tar.gz

# Debian packages of what is committed, in build/deb: the folder lies where dpkg-buildpackage wants it then.
deb: dist
	rm -rf $(BUILD)/deb && mkdir -p $(BUILD)/deb
	cp $(BUILD)/edgrep-$(VERSION).tar.gz $(BUILD)/deb/edgrep_$(VERSION).orig.tar.gz
	tar -xzf $(BUILD)/edgrep-$(VERSION).tar.gz -C $(BUILD)/deb
	cp -r packaging/debian $(BUILD)/deb/edgrep-$(VERSION)/
	cd $(BUILD)/deb/edgrep-$(VERSION) && env -u MAKEFLAGS -u MFLAGS -u MAKELEVEL dpkg-buildpackage -us -uc

# A wheel for Python has the library, and beside it the libraries that it needs.
WHEEL_LIBRARY = $(BUILD)/wheel/libedgrep.so.$(SOVERSION)
$(WHEEL_LIBRARY): private override LDFLAGS += -s -Wl,--disable-new-dtags,-rpath,'$$ORIGIN'
$(WHEEL_LIBRARY): $(OBJ)/edgrep.o src/library/edgrep.map $(BUILD)/gen/link
	mkdir -p $(@D)
	$(LINK_SHARED)
wheel: $(WHEEL_LIBRARY)
	packaging/python/make_wheel $(VERSION) $< $(BUILD)
